import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
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
    "phone_verified" boolean NOT NULL DEFAULT false,
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
    "updated_time" timestamptz,
    "last_signin_time" timestamptz,
    "last_signin_ip" text NOT NULL DEFAULT '',
    "google" text NOT NULL DEFAULT '',
    "github" text NOT NULL DEFAULT '',
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
  CREATE INDEX "users_owner_id_card" ON "users" ("owner", "id_card") WHERE id_card <> '';
  CREATE INDEX "users_owner_created_time_name" ON "users" ("owner", "created_time", "name");
  CREATE INDEX "users_signup_application" ON "users" ("signup_application");
  CREATE INDEX "users_owner_display_name_name" ON "users" ("owner", "display_name", "name");
  CREATE INDEX "users_owner_avatar_name" ON "users" ("owner", "avatar", "name");
  CREATE INDEX "users_owner_email_name" ON "users" ("owner", "email", "name");
  CREATE INDEX "users_owner_phone_name" ON "users" ("owner", "phone", "name");
  CREATE INDEX "users_owner_affiliation_name" ON "users" ("owner", "affiliation", "name");
  CREATE INDEX "users_owner_tag_name" ON "users" ("owner", "tag", "name");
  CREATE INDEX "users_owner_region_name" ON "users" ("owner", "region", "name");
  CREATE INDEX "users_owner_is_admin_name" ON "users" ("owner", "is_admin", "name");
  CREATE INDEX "users_owner_is_global_admin_name" ON "users" ("owner", "is_global_admin", "name");
  CREATE INDEX "users_owner_is_forbidden_name" ON "users" ("owner", "is_forbidden", "name");
  CREATE INDEX "users_owner_is_deleted_name" ON "users" ("owner", "is_deleted", "name");
  CREATE INDEX "users_owner_signup_application_name" ON "users" ("owner", "signup_application", "name");
  CREATE INDEX "users_name_text" ON "users" USING gin ("name" gin_trgm_ops);
  CREATE INDEX "users_display_name_text" ON "users" USING gin ("display_name" gin_trgm_ops);
  CREATE INDEX "users_avatar_text" ON "users" USING gin ("avatar" gin_trgm_ops);
  CREATE INDEX "users_email_text" ON "users" USING gin ("email" gin_trgm_ops);
  CREATE INDEX "users_phone_text" ON "users" USING gin ("phone" gin_trgm_ops);
  CREATE INDEX "users_affiliation_text" ON "users" USING gin ("affiliation" gin_trgm_ops);
  CREATE INDEX "users_tag_text" ON "users" USING gin ("tag" gin_trgm_ops);
  CREATE INDEX "users_region_text" ON "users" USING gin ("region" gin_trgm_ops);
  CREATE INDEX "users_signup_application_text" ON "users" USING gin ("signup_application" gin_trgm_ops);
  CREATE INDEX "users_created_time_owner" ON "users" ("created_time", "owner", "name");
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
  CREATE TABLE "permissions" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "model" text NOT NULL DEFAULT '',
    "users" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "roles" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "resource_type" text NOT NULL DEFAULT 'Application',
    "resources" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "actions" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "effect" text NOT NULL DEFAULT 'Allow',
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "permissions_owner_created_time_name" ON "permissions" ("owner", "created_time", "name");
  CREATE INDEX "permissions_model" ON "permissions" ("model");
  CREATE INDEX "permissions_users" ON "permissions" USING gin ("users" jsonb_path_ops);
  CREATE INDEX "permissions_roles" ON "permissions" USING gin ("roles" jsonb_path_ops);
  CREATE INDEX "permissions_resources" ON "permissions" USING gin ("resources" jsonb_path_ops);
  CREATE TABLE "models" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "model_text" text NOT NULL DEFAULT '',
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "models_owner_created_time_name" ON "models" ("owner", "created_time", "name");
  CREATE TABLE "applications" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "logo" text NOT NULL DEFAULT '',
    "favicon" text NOT NULL DEFAULT '',
    "homepage_url" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    "organization" text NOT NULL DEFAULT '',
    "client_id" text NOT NULL DEFAULT '',
    "client_secret" text NOT NULL DEFAULT '',
    "cert" text NOT NULL DEFAULT '',
    "redirect_uris" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "token_format" text NOT NULL DEFAULT 'JWT',
    "expire_in_hours" integer NOT NULL DEFAULT 168,
    "refresh_expire_in_hours" integer NOT NULL DEFAULT 720,
    "grant_types" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "client_type" text NOT NULL DEFAULT 'confidential',
    "jwks" text NOT NULL DEFAULT '',
    "jwks_uri" text NOT NULL DEFAULT '',
    "oauth_features" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "require_pushed_requests" boolean NOT NULL DEFAULT false,
    "require_pkce" boolean NOT NULL DEFAULT false,
    "rotate_refresh_tokens" boolean NOT NULL DEFAULT true,
    "enable_password" boolean NOT NULL DEFAULT true,
    "enable_sign_up" boolean NOT NULL DEFAULT false,
    "enable_signin_session" boolean NOT NULL DEFAULT false,
    "enable_code_signin" boolean NOT NULL DEFAULT false,
    "enable_web_authn" boolean NOT NULL DEFAULT false,
    "enable_saml_compress" boolean NOT NULL DEFAULT false,
    "signup_url" text NOT NULL DEFAULT '',
    "signin_url" text NOT NULL DEFAULT '',
    "forget_url" text NOT NULL DEFAULT '',
    "affiliation_url" text NOT NULL DEFAULT '',
    "terms_of_use" text NOT NULL DEFAULT '',
    "signup_html" text NOT NULL DEFAULT '',
    "signin_html" text NOT NULL DEFAULT '',
    "providers" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "signup_items" jsonb NOT NULL DEFAULT '[]'::jsonb,
    PRIMARY KEY ("owner", "name")
  );
  CREATE UNIQUE INDEX "applications_client_id_unique" ON "applications" ("client_id") WHERE client_id <> '';
  CREATE INDEX "applications_organization_created_time_name" ON "applications" ("organization", "created_time", "name");
  CREATE INDEX "applications_organization" ON "applications" ("organization");
  CREATE INDEX "applications_cert" ON "applications" ("cert");
  CREATE TABLE "providers" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "category" text NOT NULL DEFAULT 'OAuth',
    "type" text NOT NULL DEFAULT 'GitHub',
    "sub_type" text NOT NULL DEFAULT '',
    "method" text NOT NULL DEFAULT 'Normal',
    "client_id" text NOT NULL DEFAULT '',
    "client_secret" text NOT NULL DEFAULT '',
    "client_id2" text NOT NULL DEFAULT '',
    "client_secret2" text NOT NULL DEFAULT '',
    "cert" text NOT NULL DEFAULT '',
    "enable_sign_up" boolean NOT NULL DEFAULT true,
    "custom_auth_url" text NOT NULL DEFAULT '',
    "custom_scope" text NOT NULL DEFAULT '',
    "custom_token_url" text NOT NULL DEFAULT '',
    "custom_user_info_url" text NOT NULL DEFAULT '',
    "custom_logo" text NOT NULL DEFAULT '',
    "host" text NOT NULL DEFAULT '',
    "port" integer NOT NULL DEFAULT 0,
    "title" text NOT NULL DEFAULT '',
    "content" text NOT NULL DEFAULT '',
    "region_id" text NOT NULL DEFAULT '',
    "sign_name" text NOT NULL DEFAULT '',
    "template_code" text NOT NULL DEFAULT '',
    "app_id" text NOT NULL DEFAULT '',
    "endpoint" text NOT NULL DEFAULT '',
    "intranet_endpoint" text NOT NULL DEFAULT '',
    "domain" text NOT NULL DEFAULT '',
    "bucket" text NOT NULL DEFAULT '',
    "metadata" text NOT NULL DEFAULT '',
    "id_p" text NOT NULL DEFAULT '',
    "issuer_url" text NOT NULL DEFAULT '',
    "enable_sign_authn_request" boolean NOT NULL DEFAULT false,
    "provider_url" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "providers_owner_created_time_name" ON "providers" ("owner", "created_time", "name");
  CREATE INDEX "providers_cert" ON "providers" ("cert");
  CREATE TABLE "tokens" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "application" text NOT NULL DEFAULT '',
    "organization" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "code" text NOT NULL DEFAULT '',
    "access_token" text NOT NULL DEFAULT '',
    "access_token_digest" text NOT NULL DEFAULT '',
    "refresh_token" text NOT NULL DEFAULT '',
    "expires_in" integer NOT NULL DEFAULT 7200,
    "scope" text NOT NULL DEFAULT 'read',
    "token_type" text NOT NULL DEFAULT 'Bearer',
    "code_challenge" text NOT NULL DEFAULT '',
    "code_is_used" boolean NOT NULL DEFAULT false,
    "code_expire_in" double precision NOT NULL DEFAULT 0,
    "grant_id" text NOT NULL DEFAULT '',
    "session_id" text NOT NULL DEFAULT '',
    "details" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE UNIQUE INDEX "tokens_access_token_digest_unique" ON "tokens" ("access_token_digest") WHERE access_token_digest <> '';
  CREATE INDEX "tokens_grant_id" ON "tokens" ("grant_id") WHERE grant_id <> '';
  CREATE INDEX "tokens_session_id" ON "tokens" ("session_id") WHERE session_id <> '';
  CREATE INDEX "tokens_organization_created_time_name" ON "tokens" ("organization", "created_time", "name");
  CREATE INDEX "tokens_application" ON "tokens" ("application");
  CREATE INDEX "tokens_organization" ON "tokens" ("organization");
  CREATE INDEX "tokens_user" ON "tokens" ("user");
  CREATE TABLE "certs" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "scope" text NOT NULL DEFAULT 'JWT',
    "type" text NOT NULL DEFAULT 'x509',
    "crypto_algorithm" text NOT NULL DEFAULT 'RS256',
    "bit_size" integer NOT NULL DEFAULT 4096,
    "expire_in_years" integer NOT NULL DEFAULT 20,
    "certificate" text NOT NULL DEFAULT '',
    "private_key" text NOT NULL DEFAULT '',
    "authority_public_key" text NOT NULL DEFAULT '',
    "authority_root_public_key" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "certs_owner_created_time_name" ON "certs" ("owner", "created_time", "name");
  CREATE TABLE "webhooks" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "organization" text NOT NULL DEFAULT '',
    "url" text NOT NULL DEFAULT '',
    "method" text NOT NULL DEFAULT 'POST',
    "content_type" text NOT NULL DEFAULT 'application/json',
    "headers" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "events" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "is_user_extended" boolean NOT NULL DEFAULT false,
    "is_enabled" boolean NOT NULL DEFAULT true,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "webhooks_organization_created_time_name" ON "webhooks" ("organization", "created_time", "name");
  CREATE INDEX "webhooks_organization" ON "webhooks" ("organization");
  CREATE TABLE "records" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "organization" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "client_ip" text NOT NULL DEFAULT '',
    "method" text NOT NULL DEFAULT '',
    "request_uri" text NOT NULL DEFAULT '',
    "action" text NOT NULL DEFAULT '',
    "object" text NOT NULL DEFAULT '',
    "outcome" text NOT NULL DEFAULT 'ok',
    "reason" text NOT NULL DEFAULT '',
    "is_triggered" boolean NOT NULL DEFAULT false,
    PRIMARY KEY ("created_time", "id")
  ) PARTITION BY RANGE ("created_time");
  CREATE INDEX "records_owner_created_time_id" ON "records" ("owner", "created_time", "id");
  CREATE INDEX "records_user" ON "records" ("user");
  CREATE TABLE "syncers" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "organization" text NOT NULL DEFAULT '',
    "type" text NOT NULL DEFAULT 'Database',
    "host" text NOT NULL DEFAULT '',
    "port" integer NOT NULL DEFAULT 3306,
    "user" text NOT NULL DEFAULT '',
    "password" text NOT NULL DEFAULT '',
    "database_type" text NOT NULL DEFAULT 'mysql',
    "database" text NOT NULL DEFAULT '',
    "table" text NOT NULL DEFAULT '',
    "table_primary_key" text NOT NULL DEFAULT '',
    "table_columns" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "affiliation_table" text NOT NULL DEFAULT '',
    "avatar_base_url" text NOT NULL DEFAULT '',
    "error_text" text NOT NULL DEFAULT '',
    "sync_interval" integer NOT NULL DEFAULT 10,
    "is_enabled" boolean NOT NULL DEFAULT false,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "syncers_organization_created_time_name" ON "syncers" ("organization", "created_time", "name");
  CREATE INDEX "syncers_organization" ON "syncers" ("organization");
  CREATE TABLE "ldaps" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "server_name" text NOT NULL DEFAULT '',
    "host" text NOT NULL DEFAULT '',
    "port" integer NOT NULL DEFAULT 389,
    "admin" text NOT NULL DEFAULT '',
    "passwd" text NOT NULL DEFAULT '',
    "base_dn" text NOT NULL DEFAULT '',
    "auto_sync" integer NOT NULL DEFAULT 0,
    "last_sync" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "ldaps_owner_created_time_id" ON "ldaps" ("owner", "created_time", "id");
  CREATE TABLE "resources" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "user" text NOT NULL DEFAULT '',
    "provider" text NOT NULL DEFAULT '',
    "application" text NOT NULL DEFAULT '',
    "tag" text NOT NULL DEFAULT '',
    "parent" text NOT NULL DEFAULT '',
    "file_name" text NOT NULL DEFAULT '',
    "file_type" text NOT NULL DEFAULT '',
    "file_format" text NOT NULL DEFAULT '',
    "file_size" integer NOT NULL DEFAULT 0,
    "url" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "resources_owner_created_time_name" ON "resources" ("owner", "created_time", "name");
  CREATE INDEX "resources_user" ON "resources" ("user");
  CREATE INDEX "resources_provider" ON "resources" ("provider");
  CREATE INDEX "resources_application" ON "resources" ("application");
  CREATE TABLE "products" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "image" text NOT NULL DEFAULT '',
    "detail" text NOT NULL DEFAULT '',
    "tag" text NOT NULL DEFAULT '',
    "currency" text NOT NULL DEFAULT 'USD',
    "price" double precision NOT NULL DEFAULT 0,
    "quantity" integer NOT NULL DEFAULT 0,
    "sold" integer NOT NULL DEFAULT 0,
    "providers" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "return_url" text NOT NULL DEFAULT '',
    "state" text NOT NULL DEFAULT 'Published',
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "products_owner_created_time_name" ON "products" ("owner", "created_time", "name");
  CREATE INDEX "products_providers" ON "products" USING gin ("providers" jsonb_path_ops);
  CREATE TABLE "payments" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "display_name" text NOT NULL DEFAULT '',
    "provider" text NOT NULL DEFAULT '',
    "type" text NOT NULL DEFAULT '',
    "organization" text NOT NULL DEFAULT 'built-in',
    "user" text NOT NULL DEFAULT '',
    "product_name" text NOT NULL DEFAULT '',
    "product_display_name" text NOT NULL DEFAULT '',
    "detail" text NOT NULL DEFAULT '',
    "tag" text NOT NULL DEFAULT '',
    "currency" text NOT NULL DEFAULT 'USD',
    "price" double precision NOT NULL DEFAULT 0,
    "pay_url" text NOT NULL DEFAULT '',
    "return_url" text NOT NULL DEFAULT '',
    "state" text NOT NULL DEFAULT 'Created',
    "message" text NOT NULL DEFAULT '',
    "person_name" text NOT NULL DEFAULT '',
    "person_id_card" text NOT NULL DEFAULT '',
    "person_email" text NOT NULL DEFAULT '',
    "person_phone" text NOT NULL DEFAULT '',
    "invoice_type" text NOT NULL DEFAULT 'Individual',
    "invoice_title" text NOT NULL DEFAULT '',
    "invoice_tax_id" text NOT NULL DEFAULT '',
    "invoice_remark" text NOT NULL DEFAULT '',
    "invoice_url" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "payments_organization_created_time_name" ON "payments" ("organization", "created_time", "name");
  CREATE INDEX "payments_provider" ON "payments" ("provider");
  CREATE INDEX "payments_organization" ON "payments" ("organization");
  CREATE INDEX "payments_user" ON "payments" ("user");
  CREATE INDEX "payments_product_name" ON "payments" ("product_name");
  CREATE TABLE "sessions" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "application" text NOT NULL DEFAULT '',
    "is_impersonated" boolean NOT NULL DEFAULT false,
    "is_remembered" boolean NOT NULL DEFAULT false,
    "last_seen_time" timestamptz,
    "expire_time" timestamptz,
    "client_ip" text NOT NULL DEFAULT '',
    "user_agent" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
  CREATE UNIQUE INDEX "sessions_id_unique" ON "sessions" ("id") WHERE id <> '';
  CREATE INDEX "sessions_user" ON "sessions" ("user");
  CREATE INDEX "sessions_application" ON "sessions" ("application");
  CREATE TABLE "sign_in_attempts" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "application" text NOT NULL DEFAULT '',
    "purpose" text NOT NULL DEFAULT '',
    "steps" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "expire_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "sign_in_attempts_user" ON "sign_in_attempts" ("user");
  CREATE INDEX "sign_in_attempts_application" ON "sign_in_attempts" ("application");
  CREATE TABLE "verification_codes" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "user" text NOT NULL DEFAULT '',
    "application" text NOT NULL DEFAULT '',
    "provider" text NOT NULL DEFAULT '',
    "purpose" text NOT NULL DEFAULT '',
    "destination" text NOT NULL DEFAULT '',
    "digest" text NOT NULL DEFAULT '',
    "client_ip" text NOT NULL DEFAULT '',
    "attempts" integer NOT NULL DEFAULT 0,
    "is_used" boolean NOT NULL DEFAULT false,
    "expire_time" timestamptz,
    PRIMARY KEY ("owner", "id")
  );
  CREATE INDEX "verification_codes_user" ON "verification_codes" ("user");
  CREATE INDEX "verification_codes_application" ON "verification_codes" ("application");
  CREATE INDEX "verification_codes_provider" ON "verification_codes" ("provider");
  CREATE TABLE "guess_counts" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "remaining" integer NOT NULL DEFAULT 0,
    "window_end_time" timestamptz,
    "locked_until_time" timestamptz,
    "locks" integer NOT NULL DEFAULT 0,
    PRIMARY KEY ("owner", "name")
  );
  CREATE TABLE "artifacts" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "model" text NOT NULL DEFAULT '',
    "payload" text NOT NULL DEFAULT '',
    "grant_id" text NOT NULL DEFAULT '',
    "session_id" text NOT NULL DEFAULT '',
    "account_id" text NOT NULL DEFAULT '',
    "user_code" text NOT NULL DEFAULT '',
    "consumed_time" timestamptz,
    "expire_time" timestamptz,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "artifacts_grant_id" ON "artifacts" ("grant_id") WHERE grant_id <> '';
  CREATE INDEX "artifacts_session_id" ON "artifacts" ("session_id") WHERE session_id <> '';
  CREATE INDEX "artifacts_account_id" ON "artifacts" ("account_id") WHERE account_id <> '';
  CREATE INDEX "artifacts_user_code" ON "artifacts" ("user_code") WHERE user_code <> '';
  CREATE TABLE "origins" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "kind" text NOT NULL DEFAULT '',
    "object_owner" text NOT NULL DEFAULT '',
    "object_name" text NOT NULL DEFAULT '',
    "cluster" text NOT NULL DEFAULT '',
    "namespace" text NOT NULL DEFAULT '',
    "resource" text NOT NULL DEFAULT '',
    "uid" text NOT NULL DEFAULT '',
    "generation" integer NOT NULL DEFAULT 0,
    "is_adopted" boolean NOT NULL DEFAULT false,
    "managed_fields" jsonb NOT NULL DEFAULT '[]'::jsonb,
    "overrides" jsonb NOT NULL DEFAULT '[]'::jsonb,
    PRIMARY KEY ("owner", "name")
  );
  CREATE UNIQUE INDEX "origins_uid_unique" ON "origins" ("uid") WHERE uid <> '';
  CREATE TABLE "changes" (
    "owner" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "id" text NOT NULL DEFAULT '',
    "kind" text NOT NULL DEFAULT '',
    "object_owner" text NOT NULL DEFAULT '',
    "object_name" text NOT NULL DEFAULT '',
    "actor" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "id")
  );
  CREATE TABLE "deleted_objects" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "kind" text NOT NULL DEFAULT '',
    "object_owner" text NOT NULL DEFAULT '',
    "object_name" text NOT NULL DEFAULT '',
    "actor" text NOT NULL DEFAULT '',
    "expire_time" timestamptz,
    "object" text NOT NULL DEFAULT '',
    PRIMARY KEY ("owner", "name")
  );
  CREATE TABLE "client_secrets" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "application" text NOT NULL DEFAULT '',
    "secret" text NOT NULL DEFAULT '',
    "not_after" timestamptz,
    "last_used_time" timestamptz,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "client_secrets_application" ON "client_secrets" ("application");
  CREATE TABLE "cert_keys" (
    "owner" text NOT NULL DEFAULT '',
    "name" text NOT NULL DEFAULT '',
    "created_time" timestamptz NOT NULL,
    "version" integer NOT NULL DEFAULT 1,
    "cert" text NOT NULL DEFAULT '',
    "state" text NOT NULL DEFAULT 'published',
    "certificate" text NOT NULL DEFAULT '',
    "private_key" text NOT NULL DEFAULT '',
    "not_after" timestamptz,
    PRIMARY KEY ("owner", "name")
  );
  CREATE INDEX "cert_keys_cert" ON "cert_keys" ("cert");
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TABLE "cert_keys";
  DROP TABLE "client_secrets";
  DROP TABLE "deleted_objects";
  DROP TABLE "changes";
  DROP TABLE "origins";
  DROP TABLE "artifacts";
  DROP TABLE "guess_counts";
  DROP TABLE "verification_codes";
  DROP TABLE "sign_in_attempts";
  DROP TABLE "sessions";
  DROP TABLE "payments";
  DROP TABLE "products";
  DROP TABLE "resources";
  DROP TABLE "ldaps";
  DROP TABLE "syncers";
  DROP TABLE "records";
  DROP TABLE "webhooks";
  DROP TABLE "certs";
  DROP TABLE "tokens";
  DROP TABLE "providers";
  DROP TABLE "applications";
  DROP TABLE "models";
  DROP TABLE "permissions";
  DROP TABLE "roles";
  DROP TABLE "users";
  DROP TABLE "organizations";
`);
