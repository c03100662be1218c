//! Descriptions in XML, of which only the elements with a text and nothing else are wanted.

use crate::io::sheets::letter_of;
use quick_xml::Reader;
use quick_xml::events::Event;

/// Elements within elements.
const DEEPEST: usize = 64;

/// An element with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub name: String,
    pub text: String,
}

/// All of them in their order; `None` if this is no XML.
pub fn leaves(text: &str) -> Option<Vec<Leaf>> {
    let mut reader = Reader::from_str(text);
    let mut leaves = Vec::new();
    let mut open: Vec<Leaf> = Vec::new();
    // Whether nothing has begun since the last element did.
    let mut is_leaf = false;
    loop {
        match reader.read_event().ok()? {
            Event::Start(element) => {
                is_leaf = true;
                open.push(Leaf {
                    name: element.local_name().as_ref().to_owned(),
                    text: String::new(),
                });
                if open.len() > DEEPEST {
                    return None;
                }
            }
            Event::End(_) => {
                let closed = open.pop()?;
                if std::mem::take(&mut is_leaf) {
                    leaves.push(closed);
                }
            }
            Event::Text(text) => {
                if let Some(last) = open.last_mut() {
                    last.text.push_str(&text.xml10_content());
                }
            }
            Event::CData(text) => {
                if let Some(last) = open.last_mut() {
                    last.text.push_str(&text.xml10_content());
                }
            }
            Event::GeneralRef(entity) => {
                if let Some(last) = open.last_mut() {
                    last.text.push_str(letter_of(&entity)?.as_str());
                }
            }
            Event::Eof if open.is_empty() => return Some(leaves),
            Event::Eof => return None,
            _ => {}
        }
    }
}

/// The text of the first element of that name.
pub fn first(text: &str, name: &str) -> Option<String> {
    let found = leaves(text)?.into_iter().find(|leaf| leaf.name == name);
    found.map(|leaf| leaf.text)
}
