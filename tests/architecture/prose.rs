//! Rejects unclear language in comments, string literals, pages and test names; `docs/style.md` gives the reasons.
//!
//! The tests know words and sentence lengths. They cannot tell whether a text is clear, so a text that passes can still be
//! unclear. Each failure lists all findings, with the position and the advice for each.

mod markdown;
mod rust;

use crate::repository::{files, read, sources};

/// Phrases that the style guide rejects, each with advice. A phrase matches as a sequence of words in any case.
const PHRASES: &[(&str, &str)] = &[
    ("anybody", PRONOUN),
    ("everybody", PRONOUN),
    ("nobody", PRONOUN),
    ("nobody's", PRONOUN),
    ("somebody", PRONOUN),
    ("whoever", PRONOUN),
    ("whomever", PRONOUN),
    ("whatsoever", PRONOUN),
    ("come by", "write `reach`"),
    ("comes by", "write `reaches`"),
    ("bring home", "write `download`"),
    ("brings home", "write `downloads`"),
    ("brought home", "write `downloaded`"),
    ("come home", "write `are downloaded`"),
    ("comes home", "write `is downloaded`"),
    ("one's own", "write `user-defined` or `your own`"),
    ("say so", "name the message, and the code that reports it"),
    ("says so", "name the message, and the code that reports it"),
    ("has nothing to say", "write `reports nothing`"),
    ("the same for all", "write `uniform`"),
];

const PRONOUN: &str = "name the actor, or write `no ..` with a noun";

/// Forms of *to be*, which before a participle of the next list hide the actor.
const AUXILIARIES: &[&str] = &["am", "are", "be", "been", "being", "is", "was", "were"];

/// Participles of metaphors: "the linker is asked", "views that are lent", "the error is said".
const PARTICIPLES: &[&str] = &["asked", "heard", "lent", "said", "told"];

/// Words that, with a capital letter, begin a sentence only if it is a question.
const OPENINGS: &[&str] = &["What", "Whatever", "Who", "Whoever", "Whose"];

/// Words that do not begin the name of a test: they name no feature.
const NAME_OPENINGS: &[&str] = &[
    "also", "it", "its", "neither", "nor", "nothing", "others", "so", "such", "that", "them", "there",
    "these", "they", "this", "those", "what", "whatever", "who", "whose", "why",
];

/// The longest allowed sentence, in words. The style guide recommends 25.
const LONGEST_SENTENCE: usize = 35;

#[test]
fn comments_use_plain_words() {
    let found = in_sources(rust::comments);
    assert!(found.is_empty(), "{}", report(&found));
}

/// The literals include the messages of the compiler, of the runtime and of assertions.
#[test]
fn string_literals_use_plain_words() {
    let found = in_sources(rust::strings);
    assert!(found.is_empty(), "{}", report(&found));
}

#[test]
fn pages_use_plain_words() {
    let mut found = Vec::new();
    for file in pages() {
        for (line, text) in markdown::paragraphs(&read(&file)) {
            found.extend(unclear(&text).into_iter().map(|finding| format!("{file}:{line}: {finding}")));
        }
    }
    assert!(found.is_empty(), "{}", report(&found));
}

#[test]
fn sentences_of_pages_are_short() {
    let mut found = Vec::new();
    for file in pages() {
        for (line, text) in markdown::paragraphs(&read(&file)) {
            for sentence in sentences(&text).filter(|sentence| sentence.len() > LONGEST_SENTENCE) {
                let (count, start) = (sentence.len(), sentence[..8].join(" "));
                found.push(format!("{file}:{line}: a sentence of {count} words: {start} .."));
            }
        }
    }
    assert!(found.is_empty(), "{}", report(&found));
}

#[test]
fn test_names_begin_with_the_feature() {
    let mut found = Vec::new();
    for file in sources() {
        for name in rust::test_names(&read(&file)) {
            let words: Vec<_> = name.split('_').collect();
            let hides_actor = words
                .iter()
                .any(|word| PARTICIPLES.contains(word) || PHRASES.iter().any(|(phrase, _)| phrase == word));
            if NAME_OPENINGS.contains(&words[0]) || hides_actor {
                found.push(format!("{file}: `{name}`: write the feature as the subject of the name"));
            }
        }
    }
    assert!(found.is_empty(), "{}", report(&found));
}

#[test]
fn unclear_phrases_are_found() {
    let count = |text: &str| unclear(text).len();
    assert_eq!(count("The linker is asked once."), 1);
    assert_eq!(count("Nobody reads it, and the row that comes by is lost."), 2);
    assert_eq!(count("What was written stays. Who reads it waits."), 2);
    // Questions, code, and punctuation between the words of a phrase are allowed.
    assert_eq!(count("What does the linker do? It joins pieces."), 0);
    assert_eq!(count("The reason is, said plainly, speed."), 0);
    assert_eq!(unclear(&markdown::without_code("Call `nobody` once, see [`is asked`](lent.md).")).len(), 0);
}

/// Pages that readers use. `CHANGELOG.md` and dated measurements record the language of their day.
fn pages() -> Vec<String> {
    let is_record = |file: &str| file == "CHANGELOG.md" || file.starts_with("docs/performance/20");
    files("", ".md").into_iter().filter(|file| !is_record(file)).collect()
}

/// The findings in some of the texts of every source, except generated programs and this file, which lists the phrases.
fn in_sources(texts: impl Fn(&str) -> Vec<(usize, String)>) -> Vec<String> {
    let mut found = Vec::new();
    for file in sources() {
        if file.starts_with("tests/random/seed") || file == "tests/architecture/prose.rs" {
            continue;
        }
        for (line, text) in texts(&read(&file)) {
            found.extend(unclear(&text).into_iter().map(|finding| format!("{file}:{line}: {finding}")));
        }
    }
    found
}

fn report(found: &[String]) -> String {
    format!("{} unclear texts; see `docs/style.md`:\n{}", found.len(), found.join("\n"))
}

/// The unclear phrases in a text, each with advice.
fn unclear(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let words: Vec<String> = sentence.iter().map(|word| plain(word)).collect();
        let is_question =
            sentence.last().is_some_and(|word| word.trim_end_matches(['"', ')', '*']).ends_with('?'));
        let opening = sentence[0].trim_start_matches(['"', '(', '*', '_']);
        if OPENINGS.contains(&opening) && words.len() > 1 && !is_question {
            found.push(format!("`{opening} {} ..`: begin the sentence with a noun or `you`", words[1]));
        }
        for (n, word) in words.iter().enumerate() {
            for (phrase, advice) in PHRASES.iter().filter(|(phrase, _)| phrase.starts_with(&**word)) {
                if begins_with(&sentence[n..], &words[n..], phrase.split(' ')) {
                    found.push(format!("`{phrase}`: {advice}"));
                }
            }
            let is_auxiliary = AUXILIARIES.contains(&&**word);
            for participle in PARTICIPLES.iter().filter(|_| is_auxiliary) {
                if begins_with(&sentence[n..], &words[n..], [&**word, participle]) {
                    found.push(format!("`{word} {participle}`: name the actor and its action"));
                }
            }
        }
    }
    found
}

/// Whether these words begin with a phrase, without punctuation between its words.
fn begins_with<'p>(sentence: &[&str], words: &[String], phrase: impl IntoIterator<Item = &'p str>) -> bool {
    let (mut length, mut is_joined) = (0, true);
    for word in phrase {
        if !is_joined || words.get(length).is_none_or(|found| found != word) {
            return false;
        }
        is_joined = sentence[length].ends_with(char::is_alphanumeric);
        length += 1;
    }
    true
}

/// A word in lower case, without the punctuation around it.
fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// The sentences of a text as lists of words. A colon and a semicolon end a sentence, too.
fn sentences(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let words: Vec<_> = text.split_whitespace().collect();
    let ended = words.split_inclusive(|word| {
        let word = word.trim_end_matches(['"', ')', '*', '_', ']']);
        word.ends_with(['.', '!', '?', ':', ';']) && !["e.g.", "i.e.", ".."].contains(&word)
    });
    let sentences: Vec<_> = ended.map(<[_]>::to_vec).collect();
    sentences.into_iter()
}
