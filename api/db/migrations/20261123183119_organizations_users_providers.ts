import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "link_by_email" boolean NOT NULL DEFAULT false;
  ALTER TABLE "users" ADD COLUMN "openidconnect" text NOT NULL DEFAULT '';
  CREATE INDEX "users_owner_google" ON "users" ("owner", "google") WHERE google <> '';
  CREATE INDEX "users_owner_github" ON "users" ("owner", "github") WHERE github <> '';
  CREATE INDEX "users_owner_qq" ON "users" ("owner", "qq") WHERE qq <> '';
  CREATE INDEX "users_owner_wechat" ON "users" ("owner", "wechat") WHERE wechat <> '';
  CREATE INDEX "users_owner_facebook" ON "users" ("owner", "facebook") WHERE facebook <> '';
  CREATE INDEX "users_owner_dingtalk" ON "users" ("owner", "dingtalk") WHERE dingtalk <> '';
  CREATE INDEX "users_owner_weibo" ON "users" ("owner", "weibo") WHERE weibo <> '';
  CREATE INDEX "users_owner_gitee" ON "users" ("owner", "gitee") WHERE gitee <> '';
  CREATE INDEX "users_owner_linkedin" ON "users" ("owner", "linkedin") WHERE linkedin <> '';
  CREATE INDEX "users_owner_wecom" ON "users" ("owner", "wecom") WHERE wecom <> '';
  CREATE INDEX "users_owner_lark" ON "users" ("owner", "lark") WHERE lark <> '';
  CREATE INDEX "users_owner_gitlab" ON "users" ("owner", "gitlab") WHERE gitlab <> '';
  CREATE INDEX "users_owner_adfs" ON "users" ("owner", "adfs") WHERE adfs <> '';
  CREATE INDEX "users_owner_baidu" ON "users" ("owner", "baidu") WHERE baidu <> '';
  CREATE INDEX "users_owner_alipay" ON "users" ("owner", "alipay") WHERE alipay <> '';
  CREATE INDEX "users_owner_casdoor" ON "users" ("owner", "casdoor") WHERE casdoor <> '';
  CREATE INDEX "users_owner_infoflow" ON "users" ("owner", "infoflow") WHERE infoflow <> '';
  CREATE INDEX "users_owner_apple" ON "users" ("owner", "apple") WHERE apple <> '';
  CREATE INDEX "users_owner_azuread" ON "users" ("owner", "azuread") WHERE azuread <> '';
  CREATE INDEX "users_owner_slack" ON "users" ("owner", "slack") WHERE slack <> '';
  CREATE INDEX "users_owner_steam" ON "users" ("owner", "steam") WHERE steam <> '';
  CREATE INDEX "users_owner_bilibili" ON "users" ("owner", "bilibili") WHERE bilibili <> '';
  CREATE INDEX "users_owner_okta" ON "users" ("owner", "okta") WHERE okta <> '';
  CREATE INDEX "users_owner_douyin" ON "users" ("owner", "douyin") WHERE douyin <> '';
  CREATE INDEX "users_owner_openidconnect" ON "users" ("owner", "openidconnect") WHERE openidconnect <> '';
  CREATE INDEX "users_owner_custom" ON "users" ("owner", "custom") WHERE custom <> '';
  CREATE INDEX "users_owner_union_id" ON "users" ("owner", "union_id") WHERE union_id <> '';
  ALTER TABLE "providers" ADD COLUMN "user_mapping" jsonb NOT NULL DEFAULT '[]'::jsonb;
  CREATE TABLE "provider_requests" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "browser" text NOT NULL DEFAULT '',
    "provider" text NOT NULL DEFAULT '',
    "application" text NOT NULL DEFAULT '',
    "purpose" text NOT NULL DEFAULT '',
    "data" text NOT NULL DEFAULT '',
    "expire_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE UNIQUE INDEX "provider_requests_id_unique" ON "provider_requests" ("id") WHERE id <> '';
  CREATE INDEX "provider_requests_provider" ON "provider_requests" ("provider");
  CREATE INDEX "provider_requests_application" ON "provider_requests" ("application");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "provider_requests";
  ALTER TABLE "providers" DROP COLUMN "user_mapping";
  DROP INDEX "users_owner_google";
  DROP INDEX "users_owner_github";
  DROP INDEX "users_owner_qq";
  DROP INDEX "users_owner_wechat";
  DROP INDEX "users_owner_facebook";
  DROP INDEX "users_owner_dingtalk";
  DROP INDEX "users_owner_weibo";
  DROP INDEX "users_owner_gitee";
  DROP INDEX "users_owner_linkedin";
  DROP INDEX "users_owner_wecom";
  DROP INDEX "users_owner_lark";
  DROP INDEX "users_owner_gitlab";
  DROP INDEX "users_owner_adfs";
  DROP INDEX "users_owner_baidu";
  DROP INDEX "users_owner_alipay";
  DROP INDEX "users_owner_casdoor";
  DROP INDEX "users_owner_infoflow";
  DROP INDEX "users_owner_apple";
  DROP INDEX "users_owner_azuread";
  DROP INDEX "users_owner_slack";
  DROP INDEX "users_owner_steam";
  DROP INDEX "users_owner_bilibili";
  DROP INDEX "users_owner_okta";
  DROP INDEX "users_owner_douyin";
  DROP INDEX "users_owner_openidconnect";
  DROP INDEX "users_owner_custom";
  DROP INDEX "users_owner_union_id";
  ALTER TABLE "users" DROP COLUMN "openidconnect";
  ALTER TABLE "organizations" DROP COLUMN "link_by_email";
`);
