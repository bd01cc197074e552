"""Register the environments with Gymnasium, without importing them."""

from __future__ import annotations

from gymnasium.envs.registration import register as register_id
from gymnasium.envs.registration import registry

ENV_IDS = ("kahuna/Kahuna-v0", "Kahuna-v0")


def register() -> None:
    """Register the ids; Gymnasium calls this itself where the package is installed."""
    for env_id in ENV_IDS:
        if env_id not in registry:
            register_id(
                env_id,
                entry_point="kahuna.envs.gymnasium:KahunaEnv",
                vector_entry_point="kahuna.envs.gymnasium_vector:make_vector_env",
            )
