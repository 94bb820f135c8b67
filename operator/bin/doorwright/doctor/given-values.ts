import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

export interface GivenValues {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** The file that the values come from. */
  file?: string;
}

const files = ['.env.local', '.env', 'appsettings.Local.json'];
const prefixes = ['', 'VITE_'];

/** The values of the first file that has some. */
export function valuesOf(folder: string): GivenValues {
  for (const file of files) {
    const path = join(folder, file);
    const values = existsSync(path) ? read(path) : {};
    const prefix = prefixes.find((each) => values[`${each}OIDC_ISSUER_URL`] || values[`${each}OIDC_CLIENT_ID`]);
    if (prefix === undefined) continue;
    const value = (name: string) => values[`${prefix}${name}`] ?? '';
    return {
      issuer: value('OIDC_ISSUER_URL'),
      clientId: value('OIDC_CLIENT_ID'),
      clientSecret: value('OIDC_CLIENT_SECRET'),
      redirectUri: value('OIDC_REDIRECT_URI'),
      file,
    };
  }
  return { issuer: '', clientId: '', clientSecret: '', redirectUri: '' };
}

const read = (path: string): Record<string, string | undefined> => {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.json')) return parseEnv(text);
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};
