//! A launcher with an agent of rig-core. doc.go of adapters/chat says what the lines are.
use rig::agent::AgentBuilder;
use rig::client::CompletionClient;
use rig::completion::{Prompt, ToolDefinition};
use rig::message::Message;
use rig::providers::openai;
use rig::tool::Tool;
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};

#[derive(Debug)]
struct Failed(String);
impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Failed {}

async fn call(url: &str, tool: &str, args: &impl Serialize) -> Result<String, Failed> {
    let body = serde_json::to_string(args).map_err(|e| Failed(e.to_string()))?;
    let response = reqwest::Client::new().post(format!("{url}/{tool}")).header("content-type", "application/json").body(body)
        .send().await.map_err(|e| Failed(e.to_string()))?;
    let ok = response.status().is_success();
    let text = response.text().await.map_err(|e| Failed(e.to_string()))?;
    if ok { Ok(text) } else { Err(Failed(text)) }
}

#[derive(Deserialize, Serialize)]
struct LookupArgs {
    path: String,
}

#[derive(Deserialize, Serialize)]
struct SearchArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<i64>,
}

struct Lookup(String);
impl Tool for Lookup {
    const NAME: &'static str = "lookup";
    type Error = Failed;
    type Args = LookupArgs;
    type Output = String;
    async fn definition(&self, _: String) -> ToolDefinition {
        ToolDefinition { name: "lookup".into(), description: "Look up a document.".into(),
            parameters: json!({"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}) }
    }
    async fn call(&self, args: LookupArgs) -> Result<String, Failed> {
        call(&self.0, "lookup", &args).await
    }
}

struct Search(String);
impl Tool for Search {
    const NAME: &'static str = "search";
    type Error = Failed;
    type Args = SearchArgs;
    type Output = String;
    async fn definition(&self, _: String) -> ToolDefinition {
        ToolDefinition { name: "search".into(), description: "Search the documents.".into(),
            parameters: json!({"type": "object", "properties": {"path": {"type": "string"}, "limit": {"type": "integer"}}}) }
    }
    async fn call(&self, args: SearchArgs) -> Result<String, Failed> {
        call(&self.0, "search", &args).await
    }
}

async fn run(p: &Value, memories: &Mutex<HashMap<String, Vec<Message>>>) -> Result<String, String> {
    let text = |name: &str| p[name].as_str().unwrap_or_default().to_string();
    let client = openai::Client::builder(&text("apiKey")).base_url(&text("baseURL")).build().map_err(|e| e.to_string())?;
    let model = client.completion_model("conform").completions_api();
    let mut builder = AgentBuilder::new(model);
    if !text("system").is_empty() {
        builder = builder.preamble(&text("system"));
    }
    let agent = builder.tool(Lookup(text("toolURL"))).tool(Search(text("toolURL"))).build();
    let mut history = memories.lock().unwrap().get(&text("conversation")).cloned().unwrap_or_default();
    let answer = agent.prompt(text("prompt")).with_history(&mut history).multi_turn(20).await.map_err(|e| e.to_string());
    memories.lock().unwrap().insert(text("conversation"), history);
    answer
}

#[tokio::main]
async fn main() {
    let out = Arc::new(Mutex::new(std::io::stdout()));
    let say = |out: &Mutex<std::io::Stdout>, v: Value| {
        let mut out = out.lock().unwrap();
        let _ = writeln!(out, "{v}");
        let _ = out.flush();
    };
    say(&out, json!({"ready": true, "name": "rig-core", "version": "0.21.0", "language": "Rust"}));
    let memories = Arc::new(Mutex::new(HashMap::new()));
    let (send, mut lines) = tokio::sync::mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let _ = send.send(line);
        }
    });
    while let Some(line) = lines.recv().await {
        let p: Value = serde_json::from_str(&line).expect("a line that is no prompt");
        let (out, memories) = (out.clone(), memories.clone());
        tokio::spawn(async move {
            let answer = match run(&p, &memories).await {
                Ok(text) => json!({"id": p["id"], "final": text}),
                Err(text) => json!({"id": p["id"], "error": text}),
            };
            let mut out = out.lock().unwrap();
            let _ = writeln!(out, "{answer}");
            let _ = out.flush();
        });
    }
}
