import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "logo" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "logo_dark" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "primary_color" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "primary_color_dark" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "background_color" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "background_color_dark" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "background_image" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "corners" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "font" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "side_panel" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "side_panel_text" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "side_panel_image" text NOT NULL DEFAULT '';
  ALTER TABLE "organizations" ADD COLUMN "custom_css" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "logo_dark" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "primary_color" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "primary_color_dark" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "background_color" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "background_color_dark" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "background_image" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "corners" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "font" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "side_panel" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "side_panel_text" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "side_panel_image" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "custom_css" text NOT NULL DEFAULT '';
  ALTER TABLE "applications" ADD COLUMN "identifier_first" boolean NOT NULL DEFAULT false;
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" DROP COLUMN "logo_dark";
  ALTER TABLE "applications" DROP COLUMN "primary_color";
  ALTER TABLE "applications" DROP COLUMN "primary_color_dark";
  ALTER TABLE "applications" DROP COLUMN "background_color";
  ALTER TABLE "applications" DROP COLUMN "background_color_dark";
  ALTER TABLE "applications" DROP COLUMN "background_image";
  ALTER TABLE "applications" DROP COLUMN "corners";
  ALTER TABLE "applications" DROP COLUMN "font";
  ALTER TABLE "applications" DROP COLUMN "side_panel";
  ALTER TABLE "applications" DROP COLUMN "side_panel_text";
  ALTER TABLE "applications" DROP COLUMN "side_panel_image";
  ALTER TABLE "applications" DROP COLUMN "custom_css";
  ALTER TABLE "applications" DROP COLUMN "identifier_first";
  ALTER TABLE "organizations" DROP COLUMN "logo";
  ALTER TABLE "organizations" DROP COLUMN "logo_dark";
  ALTER TABLE "organizations" DROP COLUMN "primary_color";
  ALTER TABLE "organizations" DROP COLUMN "primary_color_dark";
  ALTER TABLE "organizations" DROP COLUMN "background_color";
  ALTER TABLE "organizations" DROP COLUMN "background_color_dark";
  ALTER TABLE "organizations" DROP COLUMN "background_image";
  ALTER TABLE "organizations" DROP COLUMN "corners";
  ALTER TABLE "organizations" DROP COLUMN "font";
  ALTER TABLE "organizations" DROP COLUMN "side_panel";
  ALTER TABLE "organizations" DROP COLUMN "side_panel_text";
  ALTER TABLE "organizations" DROP COLUMN "side_panel_image";
  ALTER TABLE "organizations" DROP COLUMN "custom_css";
`);
