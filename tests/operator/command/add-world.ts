import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder with these files, as a new program has them. */
export function programFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-add-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const npm = (name: string, ...packages: string[]) =>
  JSON.stringify({ name, dependencies: Object.fromEntries(packages.map((each) => [each, '1.0.0'])) });

/** The smallest folder that shows each stack. */
export const freshPrograms: Readonly<Record<string, Record<string, string>>> = {
  express: { 'package.json': npm('@acme/shop', 'express') },
  nextjs: { 'package.json': npm('shop', 'next', 'react', 'vite') },
  react: { 'package.json': npm('shop', 'react', 'vite') },
  'spring-boot': { 'pom.xml': '<project><parent><groupId>org.springframework.boot</groupId></parent></project>' },
  django: { 'manage.py': '', 'requirements.txt': 'Django==5.2.19\n' },
  go: { 'go.mod': 'module example.com/shop\n' },
  laravel: { 'composer.json': '{"require":{"laravel/framework":"^12.0"}}' },
  dotnet: { 'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web" />' },
};
