//! A client of the language server protocol: starts rust-analyzer over a package and sends it requests.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A position in a text: line and UTF-16 column, both from 0. The texts of the test are ASCII.
pub(crate) fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": before.matches('\n').count(), "character": offset - start })
}

/// The inverse of [`position`].
pub(crate) fn offset(text: &str, position: &Value) -> usize {
    let number = |name: &str| position[name].as_u64().expect("a position has two numbers") as usize;
    let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    start + number("character")
}

/// A running rust-analyzer with one open file.
pub(crate) struct LanguageServer {
    process: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    requests: u64,
    version: u64,
    uri: String,
    quiescent: bool,
    /// The reason why rust-analyzer cannot expand macros, if it has reported one.
    obstacle: Option<String>,
}

impl LanguageServer {
    /// Starts rust-analyzer over the package, opens the file, and waits until both are analysed. With
    /// `CARGO_TARGET_DIR`, rust-analyzer reuses the crates that cargo has built for the tests.
    ///
    /// # Errors
    /// If rust-analyzer is older than the toolchain, so that it cannot expand macros compiled by that toolchain.
    pub(crate) fn start(program: &Path, package: &Path, file: &Path, text: &str) -> Result<Self, String> {
        let target =
            Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder is in the target folder");
        let mut process = Command::new(program)
            .current_dir(package)
            .env("CARGO_TARGET_DIR", target)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the language server starts");
        let input = process.stdin.take().expect("the input is piped");
        let output = BufReader::new(process.stdout.take().expect("the output is piped"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = output;
            while let Some(message) = read_message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let uri = format!("file://{}", file.display());
        let mut server = LanguageServer {
            process,
            input,
            messages,
            requests: 0,
            version: 1,
            uri,
            quiescent: false,
            obstacle: None,
        };
        server.request(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": format!("file://{}", package.display()),
                "capabilities": {
                    "experimental": { "serverStatusNotification": true },
                    "textDocument": { "hover": { "contentFormat": ["plaintext"] } },
                },
                "initializationOptions": {
                    "checkOnSave": false,
                    "cachePriming": { "enable": false },
                    "cargo": { "allTargets": false },
                },
            }),
        );
        server.notify("initialized", json!({}));
        let document = json!({ "uri": server.uri, "languageId": "rust", "version": 1, "text": text });
        server.notify("textDocument/didOpen", json!({ "textDocument": document }));
        while !server.quiescent {
            let message = server.receive(Duration::from_secs(600));
            server.answer(&message);
        }
        server.obstacle.take().map_or(Ok(server), Err)
    }

    /// Replaces the text of the file.
    pub(crate) fn change(&mut self, text: &str) {
        self.version += 1;
        let document = json!({ "uri": self.uri, "version": self.version });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", change);
    }

    /// Sends a request about a position in the file, and returns the result.
    pub(crate) fn at(&mut self, method: &str, position: &Value, more: Option<(&str, &str)>) -> Value {
        let mut parameters = json!({ "textDocument": { "uri": self.uri }, "position": position });
        if let Some((name, value)) = more {
            parameters[name] = json!(value);
        }
        self.request(&format!("textDocument/{method}"), parameters)
    }

    /// Sends a request about the file, and returns the result.
    pub(crate) fn about(&mut self, method: &str) -> Value {
        let parameters = json!({ "textDocument": { "uri": self.uri } });
        self.request(&format!("textDocument/{method}"), parameters)
    }

    fn request(&mut self, method: &str, parameters: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        loop {
            let message = self.receive(Duration::from_secs(120));
            if message["id"] == id && message.get("method").is_none() {
                return match message.get("error") {
                    Some(error) => json!({ "error": error }),
                    None => message["result"].clone(),
                };
            }
            self.answer(&message);
        }
    }

    fn notify(&mut self, method: &str, parameters: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    /// Answers a request of the server. If the message is about the server's status, records the status.
    fn answer(&mut self, message: &Value) {
        if message["method"] == "experimental/serverStatus" {
            let status = &message["params"];
            assert!(status["health"] != "error", "rust-analyzer cannot load the sample: {status}");
            self.quiescent = status["quiescent"] == true;
            let message = status["message"].as_str().filter(|message| message.contains("proc-macro server"));
            self.obstacle = message.map(str::to_owned);
        } else if let (Some(id), Some(_)) = (message.get("id"), message.get("method")) {
            self.send(json!({ "jsonrpc": "2.0", "id": id, "result": null }));
        }
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    fn receive(&self, limit: Duration) -> Value {
        self.messages.recv_timeout(limit).expect("the language server answers")
    }
}

impl Drop for LanguageServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read_message(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().ok()?
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length];
    from.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
