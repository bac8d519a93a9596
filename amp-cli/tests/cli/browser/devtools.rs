//! A small client of Chromium's DevTools protocol, over the pipes of `--remote-debugging-pipe`.
//!
//! Chromium reads messages from file descriptor 3 and writes to descriptor 4, each message with a zero byte at its
//! end. `std::process` can only redirect descriptors 0 to 2. So a shell starts Chromium, with 3 and 4 connected to
//! its own standard input and output.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::pictures;

/// A test fails if Chromium does not answer within this time. The time is long, because the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in a browser of its own.
pub(super) struct Page {
    browser: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    profile: PathBuf,
    session: String,
    next: u64,
    /// Console messages, JavaScript exceptions, and requests for files other than the page.
    errors: Vec<String>,
}

/// The program of Chromium, if there is one.
fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let found =
        names.iter().flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)));
    // On some systems, a program of this name only advises how to install Chromium.
    let runs = |program: &PathBuf| {
        Command::new(program).arg("--version").output().is_ok_and(|it| it.status.success())
    };
    found.into_iter().find(|program| cfg!(unix) && program.is_file() && runs(program))
}

impl Page {
    /// Opens a file. `None` without Chromium.
    pub(super) fn open(folder: &Path, file: &Path) -> Option<Page> {
        let profile = folder.join("profile");
        let mut browser = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#])
            .arg(chromium()?)
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu"])
            .args(["--no-first-run", "--disable-extensions", "--disable-dev-shm-usage", "--hide-scrollbars"])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--force-color-profile=srgb",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell starts Chromium");
        let input = browser.stdin.take().expect("the input is a pipe");
        let output = browser.stdout.take().expect("the output is a pipe");
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            for message in BufReader::new(output).split(0) {
                let message = message.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
                if message.is_none_or(|message| sender.send(message).is_err()) {
                    return;
                }
            }
        });
        let session = String::new();
        let mut page = Page { browser, input, messages, profile, session, next: 0, errors: Vec::new() };
        let target = page.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            page.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        page.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": 1100, "height": 900, "deviceScaleFactor": 1, "mobile": false }),
        );
        page.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
        page.wait_for("document.readyState == 'complete' && location.protocol == 'file:'");
        Some(page)
    }

    /// Calls a method of the protocol.
    pub(super) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Calls a method of the protocol, which may report an error.
    fn try_call(&mut self, method: &str, parameters: Value) -> Result<Value, Value> {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("Chromium reads messages");
        loop {
            let answer = self.messages.recv_timeout(PATIENCE);
            let answer = answer.unwrap_or_else(|error| panic!("Chromium does not answer {method}: {error}"));
            if answer["id"] == self.next {
                let error = answer["error"].clone();
                return if error.is_null() { Ok(answer["result"].clone()) } else { Err(error) };
            }
            let details = &answer["params"];
            match answer["method"].as_str() {
                Some("Runtime.exceptionThrown") => self.errors.push(details["exceptionDetails"].to_string()),
                Some("Runtime.consoleAPICalled") => self.errors.push(details["args"].to_string()),
                Some("Log.entryAdded") => self.errors.push(details["entry"].to_string()),
                Some("Network.requestWillBeSent") => {
                    let url = details["request"]["url"].as_str().unwrap_or_default();
                    if !url.ends_with("/page.html") {
                        self.errors.push(format!("the page requests {url}"));
                    }
                }
                _ => {}
            }
        }
    }

    /// The value of an expression of JavaScript.
    pub(super) fn evaluate(&mut self, expression: &str) -> Value {
        let result =
            self.call("Runtime.evaluate", json!({ "expression": expression, "returnByValue": true }));
        assert_eq!(result["exceptionDetails"], Value::Null, "{expression}");
        result["result"]["value"].clone()
    }

    pub(super) fn number(&mut self, expression: &str) -> f64 {
        let value = self.evaluate(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is no number: {value}"))
    }

    /// Waits until an expression is true.
    pub(super) fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        // While the browser navigates, no page can evaluate the expression, and the call returns an error.
        let parameters = json!({ "expression": expression, "returnByValue": true });
        let is_true = |answer: Result<Value, Value>| answer.is_ok_and(|it| it["result"]["value"] == true);
        while !is_true(self.try_call("Runtime.evaluate", parameters.clone())) {
            if start.elapsed() > PATIENCE {
                let view = self.evaluate("document.querySelector('#view')?.textContent");
                panic!("never true: {expression}; the page shows {view}");
            }
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Clicks on the middle of an element.
    pub(super) fn click(&mut self, selector: &str) {
        self.click_at(&middle(selector));
    }

    /// Clicks on the point that an expression computes.
    pub(super) fn click_at(&mut self, point: &str) {
        let point = self.evaluate(point);
        for kind in ["mousePressed", "mouseReleased"] {
            let event =
                json!({ "type": kind, "x": point[0], "y": point[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Turns the wheel over an element.
    pub(super) fn wheel(&mut self, selector: &str, by: f64) {
        let point = self.evaluate(&middle(selector));
        let event = json!({ "type": "mouseWheel", "x": point[0], "y": point[1], "deltaX": 0, "deltaY": by });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Presses a key.
    pub(super) fn press(&mut self, key: &str) {
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": key }));
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
    }

    /// Types a text into the element with the focus.
    pub(super) fn insert(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Selects the colours for dark pages.
    pub(super) fn emulate_dark(&mut self) {
        let features = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// The role and the name of each node that a screen reader finds.
    pub(super) fn accessibility_tree(&mut self) -> Vec<(String, String)> {
        let tree = self.call("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().expect("a list");
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        let nodes = nodes.iter().filter(|node| node["ignored"] != true);
        nodes.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
    }

    /// Writes a screenshot that spans from the top of the first element to the bottom of the second one. Does
    /// nothing if `AMP_SCREENSHOTS` is not set.
    pub(super) fn screenshot(&mut self, name: &str, elements: &[&str; 2]) {
        let Some(folder) = pictures() else { return };
        let edge = |element: &str, side: &str| {
            format!("document.querySelector('{element}').getBoundingClientRect().{side} + scrollY")
        };
        let top = self.number(&edge(elements[0], "top")) - 16.0;
        let bottom = self.number(&edge(elements[1], "bottom")) + 8.0;
        let clip = json!({ "x": 0, "y": top, "width": 1100, "height": bottom - top, "scale": 1 });
        let shot =
            self.call("Page.captureScreenshot", json!({ "clip": clip, "captureBeyondViewport": true }));
        let bytes = from_base64(shot["data"].as_str().expect("a picture"));
        fs::write(folder.join(name), bytes).expect("the picture can be written");
    }

    /// Asserts that the page reported no error and requested no file besides itself.
    pub(super) fn assert_no_errors(&mut self) {
        self.evaluate("0");
        assert_eq!(self.errors, [""; 0]);
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// The middle of an element, as an expression that scrolls it into view.
fn middle(selector: &str) -> String {
    format!(
        "(() => {{ const element = document.querySelector('{selector}'); element.scrollIntoView({{ block: 'center' }});
        const area = element.getBoundingClientRect();
        return [area.left + area.width / 2, area.top + area.height / 2]; }})()"
    )
}

fn from_base64(text: &str) -> Vec<u8> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for c in text.bytes() {
        let digit = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
