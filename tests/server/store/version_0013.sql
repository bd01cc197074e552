BEGIN TRANSACTION;
CREATE TABLE account_documents (
	account VARCHAR(16) NOT NULL,
	version INTEGER NOT NULL,
	data TEXT NOT NULL,
	CONSTRAINT pk_account_documents PRIMARY KEY (account),
	CONSTRAINT fk_account_documents_account FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
INSERT INTO "account_documents" VALUES('AdaAdaAdaAdaAda0',1,'{}');
CREATE TABLE account_games (
	game VARCHAR(40) NOT NULL,
	seat INTEGER NOT NULL,
	account VARCHAR(16) NOT NULL,
	CONSTRAINT pk_account_games PRIMARY KEY (game, seat)
);
INSERT INTO "account_games" VALUES('0ldAFE-N444bRZNY',0,'AdaAdaAdaAdaAda0');
CREATE TABLE account_sessions (
	token_hash VARCHAR(64) NOT NULL,
	account VARCHAR(16) NOT NULL,
	created_at FLOAT NOT NULL,
	expires_at FLOAT NOT NULL,
	CONSTRAINT pk_account_sessions PRIMARY KEY (token_hash),
	CONSTRAINT fk_account_sessions_account FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE TABLE accounts (
	id VARCHAR(16) NOT NULL,
	name VARCHAR(40) NOT NULL,
	skeleton VARCHAR(80) NOT NULL,
	created_at FLOAT NOT NULL,
	suspended_at FLOAT,
	recovery_hash VARCHAR(64),
	CONSTRAINT pk_accounts PRIMARY KEY (id)
);
INSERT INTO "accounts" VALUES('AdaAdaAdaAdaAda0','Kim','kim',1.7949625273653748035e+09,NULL,'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0013');
CREATE TABLE archive (
	id VARCHAR(40) NOT NULL,
	created_at FLOAT NOT NULL,
	finished_at FLOAT NOT NULL,
	data BLOB NOT NULL,
	CONSTRAINT pk_archive PRIMARY KEY (id)
);
CREATE TABLE archived_holders (
	token_hash VARCHAR(64) NOT NULL,
	game VARCHAR(40) NOT NULL,
	seats INTEGER NOT NULL,
	CONSTRAINT pk_archived_holders PRIMARY KEY (token_hash, game)
);
CREATE TABLE audit_log (
	id INTEGER NOT NULL,
	at FLOAT NOT NULL,
	actor VARCHAR(80) NOT NULL,
	action VARCHAR(20) NOT NULL,
	account VARCHAR(16) NOT NULL,
	details TEXT NOT NULL,
	CONSTRAINT pk_audit_log PRIMARY KEY (id)
);
CREATE TABLE blocks (
	account VARCHAR(16) NOT NULL,
	blocked VARCHAR(16) NOT NULL,
	CONSTRAINT pk_blocks PRIMARY KEY (account, blocked),
	CONSTRAINT fk_blocks_account FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE,
	CONSTRAINT fk_blocks_blocked FOREIGN KEY(blocked) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE TABLE changes (
	game VARCHAR(40) NOT NULL,
	number INTEGER NOT NULL,
	kind VARCHAR(4) NOT NULL,
	text VARCHAR(40) NOT NULL,
	seat INTEGER,
	"key" VARCHAR(64),
	at FLOAT NOT NULL,
	CONSTRAINT pk_changes PRIMARY KEY (game, number),
	CONSTRAINT fk_changes_game FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "changes" VALUES('0ldAFE-N444bRZNY',1,'ply','+EH/H',1,'k1-140369900251088',1.79496252773455595977e+09);
INSERT INTO "changes" VALUES('0ldAFE-N444bRZNY',2,'ply','+BF/B',1,'k2-140369900251088',1.79496252774538063998e+09);
INSERT INTO "changes" VALUES('0ldAFE-N444bRZNY',3,'ply','xI',1,'k3-140369900251088',1.79496252777841114995e+09);
INSERT INTO "changes" VALUES('0ldAFE-N444bRZNY',4,'ply','.',1,'k4-140369900251088',1.79496252779222679142e+09);
INSERT INTO "changes" VALUES('0ldAFE-N444bRZNY',5,'ply','<G=G',0,'k1-140369900652432',1.79496252780462431904e+09);
INSERT INTO "changes" VALUES('0ldAFE-N444bRZNY',6,'ply','.',1,'k5-140369900251088',1.79496252781127810477e+09);
INSERT INTO "changes" VALUES('0ldAFE-N444bRZNY',7,'ply','+AH/A',0,'k2-140369900652432',1.79496252785474896427e+09);
INSERT INTO "changes" VALUES('0ldAFE-N444bRZNY',8,'ply','+BC/C',0,'k3-140369900652432',1.79496252787004208564e+09);
INSERT INTO "changes" VALUES('0ldAFE-N444bRZNY',9,'ply','xG',0,'k4-140369900652432',1.79496252787744426729e+09);
CREATE TABLE declines (
	visitor VARCHAR(40) NOT NULL,
	number INTEGER NOT NULL,
	at FLOAT NOT NULL,
	CONSTRAINT pk_declines PRIMARY KEY (visitor)
);
CREATE TABLE games (
	id VARCHAR(40) NOT NULL,
	created_at FLOAT NOT NULL,
	mode VARCHAR(10) NOT NULL,
	ruleset TEXT NOT NULL,
	first INTEGER NOT NULL,
	first_choice VARCHAR(10) NOT NULL,
	deal TEXT NOT NULL,
	white_name TEXT NOT NULL,
	black_name TEXT NOT NULL,
	white_bot VARCHAR(40),
	black_bot VARCHAR(40),
	clock_kind VARCHAR(10),
	clock_seconds INTEGER,
	started_at FLOAT,
	invite_hash VARCHAR(64),
	draw_offer INTEGER,
	rematch_wanted INTEGER NOT NULL,
	rematch VARCHAR(40),
	is_over BOOLEAN NOT NULL, allows_knowledge BOOLEAN DEFAULT 1 NOT NULL, clock_increment INTEGER DEFAULT '0' NOT NULL, version INTEGER DEFAULT '0' NOT NULL, deadline FLOAT, bot_to_move VARCHAR(40), assisted INTEGER DEFAULT '0' NOT NULL, seed_exchange TEXT, rematch_commitments TEXT, white_account VARCHAR(16), black_account VARCHAR(16), "match" TEXT, reactions TEXT,
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('0ldAFE-N444bRZNY',1.79496252717111515998e+09,'online','kosmos-2015',1,'random','ACL BHI DFG','Kim','Black',NULL,NULL,'turn',86400,1.7949625273653748035e+09,NULL,NULL,0,NULL,0,1,0,11,1.79504892781127810483e+09,NULL,0,NULL,'["cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc", null]','AdaAdaAdaAdaAda0',NULL,'["0ldAFE-N444bRZNY", 1, false, ["AdaAdaAdaAdaAda0", "~eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"], 1]','[["well_played", 1794962500.0], null]');
CREATE TABLE holders (
	game VARCHAR(40) NOT NULL,
	token_hash VARCHAR(64) NOT NULL,
	seats INTEGER NOT NULL,
	CONSTRAINT pk_holders PRIMARY KEY (game, token_hash),
	CONSTRAINT fk_holders_game FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "holders" VALUES('0ldAFE-N444bRZNY','810f16870d2777d8f6d3677cc75090a2fe061f0f911ae1ea42abd6bcc07691f5',1);
INSERT INTO "holders" VALUES('0ldAFE-N444bRZNY','fe6649dbf57b88c335c72ac9f2084a5b7ecaa106a7860ce8dc6d4323a7cbbf7d',2);
CREATE TABLE lobby_nodes (
	node VARCHAR(40) NOT NULL,
	num_people INTEGER NOT NULL,
	at FLOAT NOT NULL,
	CONSTRAINT pk_lobby_nodes PRIMARY KEY (node)
);
CREATE TABLE matches (
	id VARCHAR(40) NOT NULL,
	created_at FLOAT NOT NULL,
	edition VARCHAR(40) NOT NULL,
	pace VARCHAR(10),
	is_rated BOOLEAN NOT NULL,
	num_games INTEGER NOT NULL,
	white VARCHAR(40) NOT NULL,
	black VARCHAR(40) NOT NULL,
	white_starts BOOLEAN NOT NULL,
	first_score FLOAT,
	second_game VARCHAR(40),
	second_score FLOAT,
	finished_at FLOAT,
	CONSTRAINT pk_matches PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('0ldAFE-N444bRZNY',1.7949625273653748035e+09,'kosmos-2015','days',0,1,'AdaAdaAdaAdaAda0','~eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',0,NULL,NULL,NULL,NULL);
CREATE TABLE notice_seats (
	target VARCHAR(64) NOT NULL,
	token_hash VARCHAR(64) NOT NULL,
	CONSTRAINT pk_notice_seats PRIMARY KEY (target, token_hash),
	CONSTRAINT fk_notice_seats_target FOREIGN KEY(target) REFERENCES notice_targets (id) ON DELETE CASCADE
);
INSERT INTO "notice_seats" VALUES('ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','810f16870d2777d8f6d3677cc75090a2fe061f0f911ae1ea42abd6bcc07691f5');
INSERT INTO "notice_seats" VALUES('ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','fe6649dbf57b88c335c72ac9f2084a5b7ecaa106a7860ce8dc6d4323a7cbbf7d');
CREATE TABLE notice_targets (
	id VARCHAR(64) NOT NULL,
	kind VARCHAR(10) NOT NULL,
	address TEXT NOT NULL,
	p256dh TEXT,
	secret TEXT NOT NULL,
	language VARCHAR(5) NOT NULL,
	quiet TEXT,
	renewed_at FLOAT NOT NULL,
	failures INTEGER DEFAULT '0' NOT NULL,
	CONSTRAINT pk_notice_targets PRIMARY KEY (id)
);
INSERT INTO "notice_targets" VALUES('ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','webhook','https://program.example/hook',NULL,'known to both','en',NULL,1.7949625273653748035e+09,0);
CREATE TABLE notices (
	target VARCHAR(64) NOT NULL,
	game VARCHAR(40) NOT NULL,
	kind VARCHAR(10) NOT NULL,
	deadline FLOAT,
	claimed_until FLOAT NOT NULL,
	CONSTRAINT pk_notices PRIMARY KEY (target, game, kind),
	CONSTRAINT fk_notices_target FOREIGN KEY(target) REFERENCES notice_targets (id) ON DELETE CASCADE,
	CONSTRAINT fk_notices_game FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "notices" VALUES('ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','0ldAFE-N444bRZNY','turn',1.79504892781127810483e+09,0.0);
CREATE TABLE passkey_challenges (
	challenge_hash VARCHAR(64) NOT NULL,
	kind VARCHAR(10) NOT NULL,
	account VARCHAR(16),
	name VARCHAR(40),
	expires_at FLOAT NOT NULL,
	CONSTRAINT pk_passkey_challenges PRIMARY KEY (challenge_hash)
);
CREATE TABLE passkeys (
	id VARCHAR(1400) NOT NULL,
	account VARCHAR(16) NOT NULL,
	public_key BLOB NOT NULL,
	sign_count BIGINT NOT NULL,
	created_at FLOAT NOT NULL,
	used_at FLOAT,
	CONSTRAINT pk_passkeys PRIMARY KEY (id),
	CONSTRAINT fk_passkeys_account FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE TABLE puzzle_ratings (
	puzzle VARCHAR(40) NOT NULL, 
	value FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_puzzle_ratings PRIMARY KEY (puzzle)
);
INSERT INTO "puzzle_ratings" VALUES('0038bc24',1512.5,210.0,0.06,1794962000.0);
CREATE TABLE rating_changes (
	"match" VARCHAR(40) NOT NULL,
	account VARCHAR(16) NOT NULL,
	pace VARCHAR(10) NOT NULL,
	at FLOAT NOT NULL,
	"before" FLOAT NOT NULL,
	value FLOAT NOT NULL,
	deviation FLOAT NOT NULL,
	CONSTRAINT pk_rating_changes PRIMARY KEY ("match", account),
	CONSTRAINT fk_rating_changes_account FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE TABLE ratings (
	account VARCHAR(16) NOT NULL,
	pace VARCHAR(10) NOT NULL,
	value FLOAT NOT NULL,
	deviation FLOAT NOT NULL,
	volatility FLOAT NOT NULL,
	at FLOAT NOT NULL,
	CONSTRAINT pk_ratings PRIMARY KEY (account, pace),
	CONSTRAINT fk_ratings_account FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
INSERT INTO "ratings" VALUES('AdaAdaAdaAdaAda0','days',1520.5,180.0,0.06,1.7949625273653748035e+09);
CREATE TABLE reports (
	id INTEGER NOT NULL,
	at FLOAT NOT NULL,
	reporter VARCHAR(16) NOT NULL,
	account VARCHAR(16) NOT NULL,
	game VARCHAR(40),
	reason VARCHAR(20) NOT NULL,
	handled_at FLOAT,
	CONSTRAINT pk_reports PRIMARY KEY (id),
	CONSTRAINT fk_reports_reporter FOREIGN KEY(reporter) REFERENCES accounts (id) ON DELETE CASCADE,
	CONSTRAINT fk_reports_account FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE TABLE reviews (
	game VARCHAR(40) NOT NULL,
	budget INTEGER NOT NULL,
	data BLOB NOT NULL,
	CONSTRAINT pk_reviews PRIMARY KEY (game, budget)
);
CREATE TABLE "seeks" (
	visitor VARCHAR(40) NOT NULL, 
	id VARCHAR(40) NOT NULL, 
	name TEXT, 
	token_hash VARCHAR(64) NOT NULL, 
	ruleset TEXT NOT NULL, 
	clock_kind VARCHAR(10), 
	clock_seconds INTEGER, 
	clock_increment INTEGER NOT NULL, 
	is_rated BOOLEAN NOT NULL, 
	num_games INTEGER NOT NULL, 
	allows_knowledge BOOLEAN NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	lowest FLOAT, 
	highest FLOAT, 
	last_opponent VARCHAR(40), 
	num_declined INTEGER NOT NULL, 
	created_at FLOAT NOT NULL, 
	seen_at FLOAT NOT NULL, 
	opponent VARCHAR(16) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_seeks PRIMARY KEY (visitor, opponent)
);
CREATE TABLE signing_keys (
	number INTEGER NOT NULL,
	private_key BLOB NOT NULL,
	CONSTRAINT pk_signing_keys PRIMARY KEY (number)
);
INSERT INTO "signing_keys" VALUES(1,X'5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A');
CREATE INDEX ix_holders_token_hash ON holders (token_hash);
CREATE INDEX ix_games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX ix_games_bot_to_move ON games (bot_to_move) WHERE bot_to_move IS NOT NULL;
CREATE INDEX ix_archive_finished_at ON archive (finished_at);
CREATE INDEX ix_games_finished ON games (id) WHERE is_over;
CREATE UNIQUE INDEX ix_accounts_skeleton ON accounts (skeleton);
CREATE UNIQUE INDEX ix_accounts_recovery_hash ON accounts (recovery_hash);
CREATE INDEX ix_passkeys_account ON passkeys (account);
CREATE INDEX ix_passkey_challenges_expires_at ON passkey_challenges (expires_at);
CREATE INDEX ix_account_sessions_account ON account_sessions (account);
CREATE INDEX ix_account_sessions_expires_at ON account_sessions (expires_at);
CREATE INDEX ix_account_games_account ON account_games (account);
CREATE INDEX ix_matches_white ON matches (white);
CREATE INDEX ix_matches_black ON matches (black);
CREATE INDEX ix_matches_running ON matches (created_at) WHERE finished_at IS NULL;
CREATE INDEX ix_rating_changes_account ON rating_changes (account);
CREATE INDEX ix_reports_account ON reports (account);
CREATE INDEX ix_notice_seats_token_hash ON notice_seats (token_hash);
CREATE UNIQUE INDEX ix_seeks_id ON seeks (id);
COMMIT;
