// TypeScript looks for the types of conform.mjs in conform.d.mts; this name is for everything else.
export * from "./conform.mjs";
