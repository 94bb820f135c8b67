import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSpring } from '../add/find-stack.ts';
import { type Finding, fault } from './finding.ts';

const quoted = /^[ \t]*(OIDC_\w+)[ \t]*[=:][ \t]*['"]/gm;

/** Most readers take quotes away. Spring reads .env as properties of Java, which know none. */
export function checkQuotes(folder: string): Finding[] {
  const path = join(folder, '.env');
  if (!isSpring(folder) || !existsSync(path)) return [];
  const names = [...readFileSync(path, 'utf8').matchAll(quoted)].map(([, name]) => name);
  if (names.length === 0) return [];
  return [
    fault(
      'values-quoted',
      `The file .env has quotes around ${names.join(', ')}, and Spring Boot takes them as a part of the value.`,
      'Write each value without quotes, such as OIDC_ISSUER_URL=http://localhost:8000, and start the program again.',
    ),
  ];
}
