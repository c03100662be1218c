//! Points that were computed, by the recipe that each is an answer to.

use crate::sweep::SweepPoint;
use cloakroom_core::settings::ReleaseOptions;
use cloakroom_core::{MethodSettings, Requirement, Settings};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// One setting and one method.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePoint {
    /// What was reached, or why nothing was.
    pub outcome: Result<SweepPoint, String>,
    pub seconds: f64,
}

/// Stands for all settings that a result depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointKey([u8; 32]);

/// What all points of a curve have in common, read once.
pub struct Keys(Sha256);

impl Keys {
    /// The requirement and the method are told for each point; how a release is written and who gets it changes no
    /// number.
    pub fn of(settings: &Settings) -> Self {
        let shared = Settings {
            requirement: Requirement::default(),
            method: MethodSettings::default(),
            release: ReleaseOptions {
                ranges: settings.release.ranges,
                ..ReleaseOptions::default()
            },
            recipients: Vec::new(),
            ..settings.clone()
        };
        let mut hash = Sha256::new();
        hash.update(written(&shared));
        Self(hash)
    }

    /// The key of these settings, which differ from the others in the requirement and the method alone.
    pub fn key(&self, settings: &Settings) -> PointKey {
        let mut hash = self.0.clone();
        hash.update(written(&(&settings.requirement, &settings.method)));
        PointKey(hash.finalize().into())
    }
}

/// Paths that are no texts cannot be written as JSON; they can still be told apart.
fn written<T: Serialize + Debug>(what: &T) -> Vec<u8> {
    serde_json::to_vec(what).unwrap_or_else(|_| format!("{what:?}").into_bytes())
}

/// Shared between those who compute and those who look on. Cloning gives another handle on the same points.
#[derive(Clone, Debug, Default)]
pub struct PointStore(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    points: Mutex<HashMap<PointKey, Arc<CurvePoint>>>,
    arrived: AtomicU64,
}

impl PointStore {
    pub fn get(&self, key: &PointKey) -> Option<Arc<CurvePoint>> {
        self.points().get(key).cloned()
    }

    pub fn put(&self, key: PointKey, point: CurvePoint) {
        self.points().insert(key, Arc::new(point));
        self.0.arrived.fetch_add(1, Ordering::Release);
    }

    /// Rises with every point: whoever looks knows whether there is something new.
    pub fn arrived(&self) -> u64 {
        self.0.arrived.load(Ordering::Acquire)
    }

    pub fn holds(&self, key: &PointKey) -> bool {
        self.points().contains_key(key)
    }

    fn points(&self) -> std::sync::MutexGuard<'_, HashMap<PointKey, Arc<CurvePoint>>> {
        self.0.points.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
