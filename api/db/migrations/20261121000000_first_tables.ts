import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE "organizations" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "website_url" text NOT NULL DEFAULT '',
    "favicon" text NOT NULL DEFAULT '',
    "password_type" text NOT NULL DEFAULT 'argon2id',
    "password_salt" text NOT NULL DEFAULT '',
    "upgrade_passwords" boolean NOT NULL DEFAULT true,
    "phone_prefix" text NOT NULL DEFAULT '86',
    "default_avatar" text NOT NULL DEFAULT '',
    "tags" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "master_password" text NOT NULL DEFAULT '',
    "enable_soft_deletion" boolean NOT NULL DEFAULT false,
    "is_profile_public" boolean NOT NULL DEFAULT true,
    "account_items" jsonb NOT NULL DEFAULT '[]'::jsonb,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "organizations_owner_created_time_name" ON "organizations" ("owner", "created_time", "name");
  CREATE TABLE "users" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "type" text NOT NULL DEFAULT 'normal-user',
    "password" text NOT NULL DEFAULT '',
    "password_salt" text NOT NULL DEFAULT '',
    "password_type" text NOT NULL DEFAULT '',
    "display_name" text NOT NULL DEFAULT '',
    "first_name" text NOT NULL DEFAULT '',
    "last_name" text NOT NULL DEFAULT '',
    "real_name" text NOT NULL DEFAULT '',
    "avatar" text NOT NULL DEFAULT '',
    "permanent_avatar" text NOT NULL DEFAULT '',
    "is_default_avatar" boolean NOT NULL DEFAULT false,
    "email" text NOT NULL DEFAULT '',
    "email_verified" boolean NOT NULL DEFAULT false,
    "phone" text NOT NULL DEFAULT '',
    "location" text NOT NULL DEFAULT '',
    "address" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "affiliation" text NOT NULL DEFAULT '',
    "title" text NOT NULL DEFAULT '',
    "id_card_type" text NOT NULL DEFAULT '',
    "id_card" text NOT NULL DEFAULT '',
    "homepage" text NOT NULL DEFAULT '',
    "bio" text NOT NULL DEFAULT '',
    "tag" text NOT NULL DEFAULT '',
    "region" text NOT NULL DEFAULT '',
    "language" text NOT NULL DEFAULT '',
    "gender" text NOT NULL DEFAULT '',
    "birthday" text NOT NULL DEFAULT '',
    "education" text NOT NULL DEFAULT '',
    "score" integer NOT NULL DEFAULT 0,
    "karma" integer NOT NULL DEFAULT 0,
    "ranking" integer NOT NULL DEFAULT 0,
    "is_online" boolean NOT NULL DEFAULT false,
    "is_admin" boolean NOT NULL DEFAULT false,
    "is_global_admin" boolean NOT NULL DEFAULT false,
    "is_forbidden" boolean NOT NULL DEFAULT false,
    "is_deleted" boolean NOT NULL DEFAULT false,
    "signup_application" text NOT NULL DEFAULT '',
    "hash" text NOT NULL DEFAULT '',
    "pre_hash" text NOT NULL DEFAULT '',
    "created_ip" text NOT NULL DEFAULT '',
    "last_signin_time" timestamptz,
    "last_signin_ip" text NOT NULL DEFAULT '',
    "github" text NOT NULL DEFAULT '',
    "google" text NOT NULL DEFAULT '',
    "qq" text NOT NULL DEFAULT '',
    "wechat" text NOT NULL DEFAULT '',
    "facebook" text NOT NULL DEFAULT '',
    "dingtalk" text NOT NULL DEFAULT '',
    "weibo" text NOT NULL DEFAULT '',
    "gitee" text NOT NULL DEFAULT '',
    "linkedin" text NOT NULL DEFAULT '',
    "wecom" text NOT NULL DEFAULT '',
    "lark" text NOT NULL DEFAULT '',
    "gitlab" text NOT NULL DEFAULT '',
    "adfs" text NOT NULL DEFAULT '',
    "baidu" text NOT NULL DEFAULT '',
    "alipay" text NOT NULL DEFAULT '',
    "casdoor" text NOT NULL DEFAULT '',
    "infoflow" text NOT NULL DEFAULT '',
    "apple" text NOT NULL DEFAULT '',
    "azuread" text NOT NULL DEFAULT '',
    "slack" text NOT NULL DEFAULT '',
    "steam" text NOT NULL DEFAULT '',
    "bilibili" text NOT NULL DEFAULT '',
    "okta" text NOT NULL DEFAULT '',
    "douyin" text NOT NULL DEFAULT '',
    "custom" text NOT NULL DEFAULT '',
    "union_id" text NOT NULL DEFAULT '',
    "ldap" text NOT NULL DEFAULT '',
    "properties" jsonb NOT NULL DEFAULT '{}'::jsonb,
    "webauthn_credentials" jsonb NOT NULL DEFAULT '[]'::jsonb,
    PRIMARY KEY ("owner", "name")
  );
  CREATE UNIQUE INDEX "users_owner_email_unique" ON "users" ("owner", "email") WHERE email <> '';
  CREATE UNIQUE INDEX "users_owner_phone_unique" ON "users" ("owner", "phone") WHERE phone <> '';
  CREATE UNIQUE INDEX "users_id_unique" ON "users" ("id") WHERE id <> '';
  CREATE INDEX "users_owner_created_time_name" ON "users" ("owner", "created_time", "name");
  CREATE INDEX "users_signup_application" ON "users" ("signup_application");
  CREATE TABLE "roles" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "users" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "roles" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "roles_owner_created_time_name" ON "roles" ("owner", "created_time", "name");
  CREATE INDEX "roles_users" ON "roles" USING gin ("users" jsonb_path_ops);
  CREATE INDEX "roles_roles" ON "roles" USING gin ("roles" jsonb_path_ops);
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "roles";
  DROP TABLE "users";
  DROP TABLE "organizations";
`);
