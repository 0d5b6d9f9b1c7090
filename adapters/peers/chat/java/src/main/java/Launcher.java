import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A launcher with an AI service of LangChain4j. doc.go of adapters/chat says what the lines are. */
public final class Launcher {
  static final ObjectMapper JSON = new ObjectMapper();
  static final HttpClient HTTP = HttpClient.newHttpClient();
  static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  interface Assistant { String chat(String text); }

  interface StreamingAssistant { TokenStream chat(String text); }

  /** The suite's tools, for one prompt. */
  record Tools(String url) {
    @Tool(name = "lookup", value = "Look up a document.")
    public String lookup(@P(value = "path of the document") String path) throws Exception {
      ObjectNode o = JSON.createObjectNode();
      o.put("path", path);
      return call("lookup", o);
    }

    @Tool(name = "search", value = "Search the documents.")
    public String search(@P(value = "path of the document", required = false) String path, @P(value = "how many", required = false) Long limit) throws Exception {
      ObjectNode o = JSON.createObjectNode();
      if (path != null) o.put("path", path);
      if (limit != null) o.put("limit", limit);
      return call("search", o);
    }

    private String call(String tool, ObjectNode args) throws Exception {
      HttpRequest r = HttpRequest.newBuilder(URI.create(url + "/" + tool)).header("content-type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(args))).build();
      HttpResponse<String> answer = HTTP.send(r, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) throw new IllegalStateException(answer.body());
      return answer.body();
    }
  }

  static String run(JsonNode p, MessageWindowChatMemory memory) throws Exception {
    Tools tools = new Tools(p.get("toolURL").asText());
    String system = p.get("system").asText();
    if (!p.get("stream").asBoolean()) {
      var model = OpenAiChatModel.builder().baseUrl(p.get("baseURL").asText()).apiKey(p.get("apiKey").asText()).modelName("conform").maxRetries(0).build();
      var service = AiServices.builder(Assistant.class).chatModel(model).tools(tools).chatMemory(memory);
      if (!system.isEmpty()) service.systemMessageProvider(id -> system);
      return service.build().chat(p.get("prompt").asText());
    }
    var model = OpenAiStreamingChatModel.builder().baseUrl(p.get("baseURL").asText()).apiKey(p.get("apiKey").asText()).modelName("conform").build();
    var service = AiServices.builder(StreamingAssistant.class).streamingChatModel(model).tools(tools).chatMemory(memory);
    if (!system.isEmpty()) service.systemMessageProvider(id -> system);
    var done = new CompletableFuture<String>();
    service.build().chat(p.get("prompt").asText()).onPartialResponse(t -> { })
        .onCompleteResponse(r -> done.complete(r.aiMessage().text())).onError(done::completeExceptionally).start();
    return done.get();
  }

  public static void main(String[] args) throws Exception {
    OUT.println(JSON.writeValueAsString(Map.of("ready", true, "name", "langchain4j", "version", "1.4.0", "language", "Java")));
    var memories = new ConcurrentHashMap<String, MessageWindowChatMemory>();
    var pool = Executors.newFixedThreadPool(8);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode p = JSON.readTree(line);
      pool.submit(() -> {
        ObjectNode o = JSON.createObjectNode();
        o.put("id", p.get("id").asText());
        try {
          String text = run(p, memories.computeIfAbsent(p.get("conversation").asText(), k -> MessageWindowChatMemory.withMaxMessages(200)));
          o.put("final", text == null ? "" : text);
        } catch (Throwable e) {
          o.put("error", String.valueOf(e.getMessage()));
        }
        synchronized (OUT) {
          OUT.println(o);
        }
      });
    }
    System.exit(0);
  }
}
