"""The peers' own tests on our environments."""

import random
import subprocess
import sys
import warnings

import numpy as np
import pytest

from kahuna.core import ACTIONS, Ruleset, Seat, custom
from kahuna.encoding import MEMORY_SIZE, MEMORY_SLICES, SIZE, encode_with_memory
from research.engines.scenarios import random_ruleset

SOME_RULES = custom(Ruleset(), no_trespass=True, open_hands=True, handicap=1, handicap_seat=Seat(1))


CUSTOM_RULES = "custom(bridges=9,stones=5,discard=instead,final_scoring=own_stones)"
NO_ACTIONS = [189, -1, 1.5, None, "1"]


class TestPettingZoo:
    pytest.importorskip("pettingzoo")

    @pytest.mark.filterwarnings("ignore")
    @pytest.mark.parametrize("ruleset", [None, SOME_RULES])
    def test_api_test(self, ruleset):
        from pettingzoo.test import api_test

        from kahuna.envs import pettingzoo as kahuna_v0

        api_test(kahuna_v0.env(ruleset=ruleset), num_cycles=300)

    @pytest.mark.filterwarnings("ignore")
    def test_seed_test(self):
        from pettingzoo.test import seed_test

        from kahuna.envs import pettingzoo as kahuna_v0

        seed_test(kahuna_v0.env, num_cycles=300)

    def test_a_whole_game_ends_with_opposite_rewards(self):
        from kahuna.envs import pettingzoo as kahuna_v0

        env = kahuna_v0.env()
        env.reset(seed=3)
        rewards = {}
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            if termination or truncation:
                rewards[agent] = reward
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
        assert sorted(rewards) == ["black", "white"]
        assert sum(rewards.values()) == 0

    def test_an_illegal_action_loses(self):
        from kahuna.envs import pettingzoo as kahuna_v0

        env = kahuna_v0.env()
        env.reset(seed=3)
        agent = env.agent_selection
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env.step(int(np.argmin(env.observe(agent)["action_mask"])))
        assert env.rewards[agent] == -1
        assert env.terminations[agent]

    @pytest.mark.parametrize("action", NO_ACTIONS)
    def test_what_is_no_action_is_an_error_without_wrappers_too(self, action):
        from kahuna.envs import pettingzoo as kahuna_v0

        env = kahuna_v0.raw_env()
        env.reset(seed=3)
        with pytest.raises(ValueError, match=r"is not in Discrete\(189\)"):
            env.step(action)


class TestGymnasium:
    pytest.importorskip("gymnasium")

    @pytest.mark.filterwarnings("ignore")
    @pytest.mark.parametrize("ruleset", [None, SOME_RULES])
    def test_check_env(self, ruleset):
        from gymnasium.utils.env_checker import check_env

        from kahuna.envs.gymnasium import KahunaEnv

        check_env(KahunaEnv(ruleset=ruleset), skip_render_check=True)

    def test_a_whole_game_against_a_bot(self):
        import gymnasium

        from kahuna.core import legal_actions
        from kahuna.envs.gymnasium import ENV_ID

        seen = []

        def first_legal(view):
            seen.append(view)
            return legal_actions(view)[-1]

        env = gymnasium.make(ENV_ID, opponent=first_legal, seat=Seat.BLACK)
        observation, info = env.reset(seed=1)
        assert info["seat"] == 1
        is_over = False
        while not is_over:
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, is_over, _, _ = env.step(action)
        assert reward in (-1.0, 0.0, 1.0)
        assert all(view.viewer is Seat.WHITE for view in seen)

    @pytest.mark.parametrize("env_id", ["Kahuna-v0", "kahuna/Kahuna-v0"])
    def test_both_ids_are_known(self, env_id):
        import gymnasium

        assert gymnasium.make(env_id, opponent="greedy").reset(seed=1)[1]["seat"] in (0, 1)

    def test_masks_are_offered_as_sb3_contrib_asks_for_them(self):
        """sb3-contrib needs torch, so its interface is played here: get_attr and env_method."""
        import gymnasium

        envs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make("Kahuna-v0")] * 2)
        observations, _ = envs.reset(seed=1)
        for _ in range(30):
            masks = np.stack(envs.call("action_masks"))
            assert masks.dtype == np.bool_
            assert (masks == observations["action_mask"]).all()
            # A game that has just ended is dealt anew whatever the action is.
            observations, *_ = envs.step(masks.argmax(axis=1))

    @pytest.mark.parametrize("opponent", ["random", "greedy", "keanu", ["greedy", "random", None]])
    def test_opponents_have_names(self, opponent):
        from kahuna.envs.gymnasium import KahunaEnv

        env = KahunaEnv(opponent=opponent)
        games = []
        for _ in range(2):
            env.reset(seed=2)
            is_over = False
            plays = []
            while not is_over:
                plays.append(int(np.flatnonzero(env.action_masks())[-1]))
                _, _, is_over, _, _ = env.step(plays[-1])
            games.append(plays)
        assert games[0] == games[1]

    def test_a_mixture_takes_one_opponent_a_game(self):
        from kahuna.core import legal_actions
        from kahuna.envs.gymnasium import KahunaEnv

        met = set()

        def bot(name):
            def decide(view):
                met.add(name)
                return legal_actions(view)[0]

            return decide

        env = KahunaEnv(opponent=[bot("a"), bot("b")], seat=Seat.BLACK)
        for seed in range(20):
            env.reset(seed=seed)
        assert met == {"a", "b"}

    @pytest.mark.parametrize(
        ("options", "problem"),
        [
            ({"opponent": "nobody"}, "nobody"),
            ({"opponent": []}, "the list of opponents is empty"),
            ({"ruleset": "ksr!"}, "'ksr!' is not a ruleset"),
            ({"seat": "red"}, "there is no seat 'red'"),
            ({"render_mode": "human"}, "no render mode 'human'; there are ansi, svg, rgb_array"),
        ],
    )
    def test_options_that_make_no_sense_are_named(self, options, problem):
        from kahuna.envs.gymnasium import KahunaEnv

        with pytest.raises(ValueError, match=problem):
            KahunaEnv(**options)

    def test_in_self_play_the_agent_has_every_move(self):
        from kahuna.envs.gymnasium import KahunaEnv

        env = KahunaEnv(opponent="self")
        _, info = env.reset(seed=1)
        seats, is_over = [], False
        while not is_over:
            seats.append(info["seat"])
            _, reward, is_over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
        assert set(seats) == {0, 1}
        assert reward in (-1.0, 0.0, 1.0)

    def test_positions_are_rendered_as_text_svg_and_pixels(self):
        from kahuna.envs.gymnasium import KahunaEnv

        pictures = {}
        for mode in ("ansi", "svg", "rgb_array"):
            env = KahunaEnv(render_mode=mode)
            env.reset(seed=1)
            before = env.render()
            for _ in range(12):
                env.step(int(np.flatnonzero(env.action_masks())[0]))
            pictures[mode] = env.render()
            assert not np.array_equal(before, pictures[mode])
        assert "ALOA" in pictures["ansi"]
        assert pictures["svg"].startswith("<svg")
        assert pictures["rgb_array"].shape == (637, 800, 3)
        assert pictures["rgb_array"].dtype == np.uint8
        assert KahunaEnv().render_mode is None

    def test_an_illegal_action_loses(self):
        from kahuna.envs.gymnasium import KahunaEnv

        env = KahunaEnv()
        observation, _ = env.reset(seed=1)
        _, reward, is_over, _, info = env.step(int(np.argmin(observation["action_mask"])))
        assert (reward, is_over, info["is_illegal"]) == (-1.0, True, True)

    @pytest.mark.parametrize("action", NO_ACTIONS)
    def test_what_is_no_action_is_an_error(self, action):
        from kahuna.envs.gymnasium import KahunaEnv

        env = KahunaEnv()
        before, _ = env.reset(seed=3)
        with pytest.raises(ValueError, match=r"is not in Discrete\(189\)"):
            env.step(action)
        action = int(np.argmax(before["action_mask"]))
        assert not env.step(np.int64(action))[-1]["is_illegal"]


class TestGymnasiumVector:
    pytest.importorskip("gymnasium")

    def test_named_opponents_rulesets_and_seats(self):
        import gymnasium

        from kahuna.envs.gymnasium import ENV_ID

        options = {"ruleset": "ksr", "seat": "white"}
        envs = gymnasium.make_vec(ENV_ID, num_envs=2, opponent="greedy", **options)
        observations, info = envs.reset(seed=1)
        assert info["seat"].tolist() == [0, 0]
        done = np.zeros(2, dtype=bool)
        num_done = 0
        while num_done < 3:
            masks = envs.unwrapped.action_masks()
            assert (masks == observations["action_mask"].astype(bool))[~done].all()
            observations, _, done, _, _ = envs.step(masks.argmax(axis=1))
            num_done += int(done.sum())
        envs.close()
        fast = gymnasium.make_vec(ENV_ID, num_envs=2, **options)
        assert fast.reset(seed=1)[1]["seat"].tolist() == [0, 0]

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ({"opponent": "nobody"}, "there is no bot 'nobody'"),
            ({"opponent": []}, "the list of opponents is empty"),
            ({"ruleset": "ksr!"}, "'ksr!' is not a ruleset"),
            ({"seat": 2}, "there is no seat 2"),
        ],
    )
    def test_options_that_make_no_sense_are_named_at_once(self, options, said):
        from kahuna.envs.gymnasium_vector import KahunaVectorEnv, make_vector_env

        with pytest.raises(ValueError, match=said):
            make_vector_env(2, **options)
        with pytest.raises(ValueError, match="also takes the names of bots"):
            KahunaVectorEnv(2, "keanu")

    @staticmethod
    def legal(observations, rng):
        masks = observations["action_mask"]
        return np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])

    @pytest.mark.parametrize("seat", [None, 0, 1])
    def test_games_end_and_are_dealt_anew(self, seat):
        import gymnasium

        from kahuna.envs.gymnasium import ENV_ID

        envs = gymnasium.make_vec(ENV_ID, num_envs=32, seat=seat)
        rng = np.random.default_rng(1)
        observations, _ = envs.reset(seed=5)
        done = np.zeros(32, dtype=bool)
        num_done = 0
        for _ in range(260):
            assert envs.observation_space.contains(observations)
            assert (observations["action_mask"].any(axis=1) | done).all()
            actions = self.legal(observations, rng)
            was_done = done
            observations, rewards, done, truncated, info = envs.step(actions)
            assert not truncated.any()
            assert not info["is_illegal"].any()
            assert (rewards[~done] == 0).all()
            assert not (was_done & done).any()
            num_done += int(done.sum())
        assert num_done > 64

    def test_the_same_seed_gives_the_same_games(self):
        from kahuna.envs.gymnasium_vector import KahunaVectorEnv

        rows = []
        for _ in range(2):
            envs, rng = KahunaVectorEnv(8), np.random.default_rng(2)
            observations, _ = envs.reset(seed=7)
            for _ in range(100):
                observations, *_ = envs.step(self.legal(observations, rng))
            rows.append(observations["observation"])
        assert (rows[0] == rows[1]).all()

    def test_an_illegal_action_loses_that_game_alone(self):
        from kahuna.envs.gymnasium_vector import KahunaVectorEnv

        envs, rng = KahunaVectorEnv(4), np.random.default_rng(2)
        observations, _ = envs.reset(seed=7)
        actions = self.legal(observations, rng)
        actions[2] = int(np.argmin(observations["action_mask"][2]))
        observations, rewards, done, _, info = envs.step(actions)
        assert info["is_illegal"].tolist() == [False, False, True, False]
        assert (rewards[2], done[2]) == (-1.0, True)
        observations, rewards, done, _, info = envs.step(self.legal(observations, rng))
        assert not done[2]
        assert not info["is_illegal"][2]

    @pytest.mark.parametrize("actions", [[0, 189], [0, -1], [0, 1.5], [0]])
    def test_what_is_no_action_is_an_error(self, actions):
        from kahuna.envs.gymnasium_vector import KahunaVectorEnv

        env = KahunaVectorEnv(2)
        env.reset(seed=3)
        with pytest.raises(ValueError, match="is not in MultiDiscrete"):
            env.step(np.array(actions))

    def test_a_bot_for_many_games(self):
        from kahuna.envs.gymnasium_vector import KahunaVectorEnv

        def last_legal(rows, masks):
            assert rows.shape[0] == masks.shape[0] == 4
            return masks.shape[1] - 1 - np.argmax(masks[:, ::-1], axis=1)

        envs, rng = KahunaVectorEnv(4, opponent=last_legal), np.random.default_rng(2)
        observations, _ = envs.reset(seed=7)
        for _ in range(50):
            observations, *_ = envs.step(self.legal(observations, rng))
        lost = KahunaVectorEnv(64, opponent=lambda rows, masks: np.argmin(masks, axis=1), seat=0)
        with pytest.raises(ValueError, match="bot chose an illegal action"):
            lost.reset(seed=1)


class TestTinyOpenSpiel:
    pyspiel = pytest.importorskip("pyspiel")

    @staticmethod
    def game(**options):
        import pyspiel

        from kahuna.envs import openspiel_tiny

        return pyspiel.load_game(openspiel_tiny.SHORT_NAME, options)

    @pytest.mark.parametrize("rounds", [1, 2, 3])
    def test_random_sim_test(self, rounds):
        import pyspiel

        game = self.game(rounds=rounds)
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)

    def test_the_number_of_rounds_is_checked(self):
        with pytest.raises(ValueError, match="rounds must be 1 to 3, not 4"):
            self.game(rounds=4)

    @pytest.mark.slow
    def test_exploitability_is_exact(self):
        from open_spiel.python.algorithms.exploitability import exploitability
        from open_spiel.python.policy import UniformRandomPolicy

        game = self.game()
        assert exploitability(game, UniformRandomPolicy(game)) == pytest.approx(2 / 3)

    def test_a_player_does_not_see_the_card_that_the_other_draws(self):
        """Two cards are left in the pile: White draws one of them, and Black cannot tell which."""
        opened = self.game().new_initial_state().child(0)
        draw = next(
            action
            for action in opened.legal_actions()
            if opened.action_to_string(opened.current_player(), action) == "<*"
        )
        drawing = opened.child(draw)
        one, other = (drawing.child(card) for card, _ in drawing.chance_outcomes())
        assert one.information_state_string(1) == other.information_state_string(1)
        assert one.information_state_string(0) != other.information_state_string(0)


class TestOpenSpiel:
    pyspiel = pytest.importorskip("pyspiel")

    @staticmethod
    def game(**options):
        import pyspiel

        from kahuna.envs import openspiel

        return pyspiel.load_game(openspiel.SHORT_NAME, options)

    @pytest.mark.parametrize("options", [{}, {"no_trespass": True, "open_hands": True}])
    def test_random_sim_test(self, options):
        import pyspiel

        pyspiel.random_sim_test(self.game(**options), num_sims=2, serialize=True, verbose=False)

    def test_resampled_states_look_the_same_to_the_player(self):
        """The steps of OpenSpiel's own infostate resampling test, which Python cannot call."""
        rng = random.Random(4)
        for options in ({}, {"open_hands": True}, {"edition": "italian", "no_trespass": True}):
            state = self.game(**options).new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                    continue
                for player in range(2):
                    other = state.resample_from_infostate(player, rng.random)
                    assert_looks_alike(state, other, player)
                state.apply_action(rng.choice(state.legal_actions()))

    def test_resampled_states_can_be_played_on_and_resampled(self):
        rng = random.Random(6)
        state = self.game().new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        other = state.resample_from_infostate(0, rng.random)
        assert other.resample_from_infostate(0, rng.random)
        with pytest.raises(ValueError, match="resampled for WHITE"):
            other.resample_from_infostate(1, rng.random)
        while not other.is_terminal():
            if other.is_chance_node():
                other.apply_action(rng.choice(other.chance_outcomes())[0])
            else:
                other.apply_action(rng.choice(other.legal_actions()))
        assert sum(other.returns()) == 0

    def test_before_the_deal_there_is_nothing_to_resample(self):
        state = self.game().new_initial_state()
        with pytest.raises(ValueError, match="before the deal"):
            state.resample_from_infostate(0, random.random)

    def test_an_unknown_edition_is_named_with_those_there_are(self):
        import pyspiel

        from kahuna.envs import openspiel

        said = "there is no edition 'chess'; there are kosmos-2015"
        with pytest.raises(ValueError, match=said):
            openspiel.KahunaGame({"edition": "chess"})
        with pytest.raises(ValueError, match=said):
            pyspiel.load_game("python_kahuna_v0(edition=chess)")

    def test_actions_are_strings_in_notation(self):
        from kahuna.envs.openspiel_state import NOTATIONS

        state = self.game().new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        said = {state.action_to_string(action) for action in state.legal_actions()}
        assert {"+AB/A", "xA", "<*", "."} <= said
        assert len(set(NOTATIONS)) == len(ACTIONS)

    @pytest.mark.parametrize("rules", ["kosmos-2015+1+h2w", "italian+1", CUSTOM_RULES])
    def test_rules_are_given_in_one_word(self, rules):
        import pyspiel

        from kahuna.record import parse_ruleset

        game = self.game(rules=rules)
        assert game.ruleset == parse_ruleset(rules)
        if rules is not CUSTOM_RULES:  # Its brackets are OpenSpiel's own.
            assert pyspiel.load_game(str(game)).ruleset == game.ruleset
        with pytest.raises(ValueError, match="leave out no_trespass"):
            type(game)({"rules": rules, "no_trespass": True})

    def test_nonsense_rules_are_refused(self):
        from kahuna.envs.openspiel import KahunaGame

        with pytest.raises(ValueError, match="no edition"):
            KahunaGame({"rules": "chess"})

    def test_any_ruleset_can_be_played(self):
        from kahuna.envs.openspiel import KahunaGame

        rng = random.Random(8)
        for _ in range(4):
            state = KahunaGame(ruleset=random_ruleset(rng)).new_initial_state()
            while not state.is_terminal():
                actions = (
                    [action for action, _ in state.chance_outcomes()]
                    if state.is_chance_node()
                    else state.legal_actions()
                )
                action = rng.choice(actions)
                assert state.action_to_string(state.current_player(), action)
                state.apply_action(action)
            assert str(state)

    @pytest.mark.slow
    def test_ismcts_plays_a_whole_game(self):
        from open_spiel.python.algorithms import ismcts, mcts

        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(3))
        bot = ismcts.ISMCTSBot(
            self.game(),
            uct_c=2.0,
            max_simulations=3,
            evaluator=evaluator,
            random_state=np.random.RandomState(1),
        )
        rng = random.Random(2)
        state = self.game().new_initial_state()
        num_steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            elif state.current_player() == 0:
                state.apply_action(bot.step(state))
                num_steps += 1
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        assert num_steps > 10
        assert len(state.returns()) == 2


def assert_looks_alike(state, other, player):
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.observation_tensor(player) == state.observation_tensor(player)
    assert other.current_player() == state.current_player()
    if state.current_player() == player:
        assert other.legal_actions() == state.legal_actions()
    assert max(state.legal_actions()) < len(ACTIONS)


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("gymnasium", "gymnasium", "gymnasium"),
        ("gymnasium_vector", "gymnasium", "gymnasium"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("openspiel", "pyspiel", "openspiel"),
        ("openspiel_tiny", "pyspiel", "openspiel"),
        ("pgx", "jax", "jax"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(module, library, extra):
    code = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {library!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
import kahuna.envs.{module}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    said = f"{library} is not installed; run: pip install 'kahuna[{extra}]'"
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {said}"


def test_agents_may_be_seated_by_name():
    pytest.importorskip("pettingzoo")
    from kahuna.envs import pettingzoo

    env = pettingzoo.raw_env(ruleset="kosmos-2015+1", first="black")
    env.reset(seed=1)
    assert env.agent_selection == "black"
    for options, said in (
        ({"ruleset": "x"}, "is not a ruleset|no edition"),
        ({"first": 3}, "no seat 3"),
    ):
        with pytest.raises(ValueError, match=said):
            pettingzoo.raw_env(**options)


class TestMemory:
    """Observations with what a seat remembers, in every adapter that has them."""

    def test_gymnasium(self):
        pytest.importorskip("gymnasium")
        from gymnasium.utils.env_checker import check_env

        from kahuna.envs.gymnasium import KahunaEnv
        from kahuna.envs.local_game import MEMORY_BOUNDS

        env = KahunaEnv(memory=True)
        check_env(env, skip_render_check=True)
        seen, info = env.reset(seed=4)
        while True:
            view = env.unwrapped._table.view(Seat(info["seat"]))
            wanted = np.minimum(encode_with_memory(view), MEMORY_BOUNDS)
            assert seen["observation"] == pytest.approx(wanted, abs=1e-6)
            action = int(np.argmax(seen["action_mask"]))
            seen, _, is_over, _, info = env.step(action)
            if is_over:
                break

    def test_gymnasium_vector(self):
        pytest.importorskip("gymnasium")
        from kahuna.envs.gymnasium_vector import KahunaVectorEnv

        plain, envs = (KahunaVectorEnv(8, memory=memory) for memory in (False, True))
        rng = np.random.default_rng(1)
        wanted, found = (env.reset(seed=2)[0] for env in (plain, envs))
        for _ in range(120):
            assert found in envs.observation_space
            assert np.array_equal(wanted["observation"], found["observation"][:, :SIZE])
            actions = (found["action_mask"] + rng.random((8, len(ACTIONS)))).argmax(axis=1)
            wanted, found = (env.step(actions)[0] for env in (plain, envs))
        assert found["observation"][:, MEMORY_SLICES["last_ending"]].any()

    @pytest.mark.filterwarnings("ignore")
    def test_pettingzoo(self):
        pytest.importorskip("pettingzoo")
        from pettingzoo.test import api_test

        from kahuna.envs import pettingzoo as kahuna_v0

        env = kahuna_v0.env(memory=True)
        api_test(env, num_cycles=100)
        env.reset(seed=1)
        size = SIZE + MEMORY_SIZE
        assert env.observe("white")["observation"].shape == (size,)

    def test_openspiel(self):
        pyspiel = pytest.importorskip("pyspiel")
        import kahuna.envs.openspiel  # noqa: F401

        rng = random.Random(1)
        game = pyspiel.load_game("python_kahuna_v0", {"memory": True})
        state = game.new_initial_state()
        for _ in range(60):
            state.apply_action(rng.choice(state.legal_actions()))
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        observer = game.make_py_observer()
        seat = state.current_player()
        observer.set_from(state, seat)
        assert observer.tensor.shape == (SIZE + MEMORY_SIZE,)
        assert observer.dict["last_ending"].any()
        known = observer.tensor.copy()
        other = state.resample_from_infostate(seat, rng.random)
        observer.set_from(other, seat)
        assert np.array_equal(observer.tensor, known)
        observer.set_from(other, 1 - seat)
        assert not observer.dict["last_ending"].any()
