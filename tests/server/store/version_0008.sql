BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0008');
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
	is_over BOOLEAN NOT NULL, allows_knowledge BOOLEAN DEFAULT 1 NOT NULL, clock_increment INTEGER DEFAULT '0' NOT NULL, version INTEGER DEFAULT '0' NOT NULL, deadline FLOAT, bot_to_move VARCHAR(40), assisted INTEGER DEFAULT '0' NOT NULL, seed_exchange TEXT, rematch_commitments TEXT,
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('0ldAFE-N444bRZNY',1.79496252717111515998e+09,'online','kosmos-2015',1,'random','ACL BHI DFG','Kim','Black',NULL,NULL,'turn',86400,1.7949625273653748035e+09,NULL,NULL,0,NULL,0,1,0,11,1.79504892781127810483e+09,NULL,0,NULL,'["cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc", null]');
CREATE TABLE holders (
	game VARCHAR(40) NOT NULL,
	token_hash VARCHAR(64) NOT NULL,
	seats INTEGER NOT NULL,
	CONSTRAINT pk_holders PRIMARY KEY (game, token_hash),
	CONSTRAINT fk_holders_game FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "holders" VALUES('0ldAFE-N444bRZNY','810f16870d2777d8f6d3677cc75090a2fe061f0f911ae1ea42abd6bcc07691f5',1);
INSERT INTO "holders" VALUES('0ldAFE-N444bRZNY','fe6649dbf57b88c335c72ac9f2084a5b7ecaa106a7860ce8dc6d4323a7cbbf7d',2);
CREATE TABLE reviews (
	game VARCHAR(40) NOT NULL,
	budget INTEGER NOT NULL,
	data BLOB NOT NULL,
	CONSTRAINT pk_reviews PRIMARY KEY (game, budget)
);
CREATE INDEX ix_holders_token_hash ON holders (token_hash);
CREATE INDEX ix_games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX ix_games_bot_to_move ON games (bot_to_move) WHERE bot_to_move IS NOT NULL;
CREATE INDEX ix_archive_finished_at ON archive (finished_at);
CREATE INDEX ix_games_finished ON games (id) WHERE is_over;
COMMIT;
