"""What `make` says and does on machines where something is missing."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOBODY = 65534
PACKAGE = f"python3.{sys.version_info.minor}-venv"
COMMANDS = ("bash", "cp", "dirname", "env", "mkdir", "rm", "sh", "touch")


@pytest.fixture
def machine():
    """A folder with the setup scripts, and a PATH that has only what a test puts there."""
    with tempfile.TemporaryDirectory(prefix="kahuna (ü) ") as folder:
        yield Machine(Path(folder))


class Machine:
    """A machine as poor as a test wants it."""

    def __init__(self, folder):
        self.checkout = folder / "check out"
        self.bin = folder / "bin"
        self.bin.mkdir()
        tools = self.checkout / "tools"
        tools.mkdir(parents=True)
        for script in (ROOT / "tools").glob("*.sh"):
            shutil.copy(script, tools)
        for path in (folder, self.checkout, self.bin, tools, *tools.iterdir()):
            path.chmod(0o755)  # For nobody, whatever the umask is.
        for command in COMMANDS:
            (self.bin / command).symlink_to(shutil.which(command))
        self.log = folder / "log"
        self.log.touch()

    def add(self, command, script):
        path = self.bin / command
        path.unlink(missing_ok=True)  # Never write through a link to the real command.
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def add_python(self, *, has_ensurepip=True, venv_says=""):
        """Add a Python that makes an environment with a pip that does nothing."""
        missing = ":" if has_ensurepip else f'[ -e "{self.bin}/installed" ]'
        fail = f'echo "{venv_says}" >&2; exit 1' if venv_says else ":"
        self.add("pip", "exit 0")
        self.add(
            "python3",
            'case "$*" in\n'
            f'*"import ensurepip"*) {missing} ;;\n'
            f'*"-m venv"*) mkdir -p "$3/bin"; cp "{self.bin}/pip" "$3/bin/python"; {fail} ;;\n'
            f'*) exec "{sys.executable}" "$@" ;;\n'
            "esac",
        )

    def be(self, user):
        self.add(
            "id", f'case "$1" in -u) echo {0 if user == "root" else 1000} ;; *) echo {user} ;; esac'
        )

    def add_apt(self):
        self.add("apt-get", f'echo "$@" >> "{self.log}"; touch "{self.bin}/installed"')

    def run(self, *command, **options):
        return subprocess.run(
            command,
            cwd=self.checkout,
            env={"PATH": str(self.bin)},
            capture_output=True,
            text=True,
            timeout=120,
            **options,
        )

    def make_venv(self, **options):
        return self.run("tools/make_venv.sh", ".venv", **options)


def test_an_environment_is_made(machine):
    machine.be("ann")
    machine.add_python()
    done = machine.make_venv()
    assert (done.returncode, done.stderr) == (0, "")
    assert (machine.checkout / ".venv" / "bin" / "python").exists()


def test_without_python3_venv_a_user_is_told_what_to_install(machine):
    machine.be("ann")
    machine.add_apt()
    machine.add_python(has_ensurepip=False)
    done = machine.make_venv()
    assert done.returncode == 2
    assert done.stderr == (
        "python3 cannot create virtual environments. "
        f"On Debian or Ubuntu: sudo apt install {PACKAGE}\n"
    )
    assert machine.log.read_text() == ""


def test_without_python3_venv_root_gets_it_installed(machine):
    machine.be("root")
    machine.add_apt()
    machine.add_python(has_ensurepip=False)
    done = machine.make_venv()
    assert (done.returncode, done.stderr) == (0, "")
    assert machine.log.read_text() == f"update -qq\ninstall -y -qq {PACKAGE}\n"


def test_a_python_that_is_too_old_is_named(machine):
    machine.be("ann")
    machine.add("python3", "exit 1")
    done = machine.make_venv()
    assert done.returncode == 2
    assert "needs Python 3.11 or newer" in done.stderr


def test_what_else_goes_wrong_is_shown_and_nothing_half_made_is_left(machine):
    machine.be("ann")
    machine.add_python(venv_says="No space left on device")
    done = machine.make_venv()
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert "apt" not in done.stderr
    assert not (machine.checkout / ".venv").exists()


@pytest.mark.parametrize("script", ["make_venv.sh .venv", "need_writable.sh ."])
def test_a_checkout_that_cannot_be_written_to_is_called_that(script, machine):
    machine.be("ann")
    machine.add_python()
    machine.checkout.chmod(0o555)
    command, *arguments = script.split()
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    done = machine.run(f"tools/{command}", *arguments, **user)
    machine.checkout.chmod(0o755)
    assert done.returncode == 2
    assert f"ann cannot write to {machine.checkout}.\n" in done.stderr
    assert "folder of your own" in done.stderr
    assert "apt" not in done.stderr


@pytest.mark.parametrize(("environment", "status"), [({}, 0), ({"CI": "1"}, 1)])
def test_programs_that_tests_need_are_named_to_a_user(environment, status, machine):
    machine.be("ann")
    machine.add_apt()
    machine.add("here", "exit 0")
    done = machine.run(
        "env",
        *(f"{name}={value}" for name, value in environment.items()),
        *("tools/need_debian.sh", "here:here", "kahuna-browser:browser", "kahuna-db:database"),
    )
    assert done.returncode == status
    assert done.stderr == (
        "Tests that need browser database are skipped. "
        "On Debian or Ubuntu: sudo apt install browser database\n"
    )
    assert machine.log.read_text() == ""


def test_programs_that_tests_need_are_installed_for_root(machine):
    machine.be("root")
    machine.add_apt()
    done = machine.run("tools/need_debian.sh", "kahuna-browser:browser")
    assert (done.returncode, done.stderr) == (0, "")
    assert machine.log.read_text() == "update -qq\ninstall -y -qq browser\n"


@pytest.fixture
def make(tmp_path):
    """Run make in a copy of the checkout in which nothing is built."""
    folder = tmp_path / "Meine Spiele (ü)"
    for name in ("web", "src/kahuna/chart"):
        (folder / name).mkdir(parents=True)
    for name in ("pyproject.toml", "constraints.txt"):
        (folder / name).touch()
    shutil.copy(ROOT / "Makefile", folder)
    outer = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "npm_config_cache", "PIP_CACHE_DIR")
    environment = {name: value for name, value in os.environ.items() if name not in outer}

    def run(*arguments, **variables):
        command = ["make", "--no-print-directory", *arguments]
        options = {"cwd": folder, "env": environment | variables, "text": True}
        return subprocess.run(command, capture_output=True, check=True, **options).stdout

    run.folder = folder
    return run


def test_a_wheel_needs_no_dependencies(make):
    planned = make("--dry-run", "wheel")
    assert "pip wheel" in planned
    assert "build_page.sh" in planned
    assert "--editable" not in planned
    assert "--editable '.[dev]'" in make("--dry-run", "check")


SHOW_CACHES = ("--eval", 'show:; @echo "$$PIP_CACHE_DIR"; echo "$$npm_config_cache"', "show")


def test_downloads_stay_in_the_checkout_unless_told_otherwise(make):
    cache = make.folder / ".cache"
    assert make(*SHOW_CACHES).splitlines() == [str(cache / "pip"), str(cache / "npm")]
    own = {"PIP_CACHE_DIR": "/pip", "npm_config_cache": "/npm"}
    assert make(*SHOW_CACHES, **own).splitlines() == ["/pip", "/npm"]


@pytest.mark.slow
def test_an_editable_install_works_in_a_folder_with_an_umlaut_in_the_c_locale(tmp_path):
    checkout, here = tmp_path / "prüfen", Path(sys.prefix)
    (checkout / "src").mkdir(parents=True)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    for path in ROOT.glob("RULES*.md"):
        shutil.copy(path, checkout)
    ignored = shutil.ignore_patterns("page", "__pycache__", "*.npz", "*.jsonl")
    shutil.copytree(ROOT / "src" / "kahuna", checkout / "src" / "kahuna", ignore=ignored)
    subprocess.run(
        [here / "bin" / "python", "-m", "venv", "--without-pip", tmp_path / "venv"], check=True
    )
    python = tmp_path / "venv" / "bin" / "python"
    pip = [here / "bin" / "python", "-m", "pip", "--python", python, "install", "--quiet"]
    built = subprocess.run(
        [*pip, "--no-deps", "editables", "--editable", checkout],
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode and "hatchling" in built.stderr:
        pytest.skip("hatchling cannot be downloaded")
    assert built.returncode == 0, built.stderr
    done = subprocess.run(
        [python, "-c", "import kahuna; print(ascii(kahuna.__file__), kahuna.Game(seed=1).turn)"],
        env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [ascii(str(checkout / "src" / "kahuna" / "__init__.py")), "white"]
