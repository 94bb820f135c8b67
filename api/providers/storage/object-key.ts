import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import { percentEncoded } from '../../core/percent-encoded.ts';

/** Some file systems below stores refuse longer names. */
const longestPart = 200;

/** The name of a folder. With `%`, two readers of one path could see two different paths. */
const plainPart = /^[^\\%\p{Cc}]+$/u;
/** The name of a file. It may contain `%`, because the key has it percent-encoded. */
const plainName = /^[^\\\p{Cc}]+$/u;

/** The parts of a file's path. A path that leaves a folder or has two readings is refused (S47). One slash at the start is ignored. */
export function pathParts(fullFilePath: string): string[] {
  const parts = fullFilePath.replace(/^\//, '').split('/');
  const isPlain = (part: string, index: number) =>
    part !== '.' &&
    part !== '..' &&
    part.length <= longestPart &&
    (index < parts.length - 1 ? plainPart : plainName).test(part);
  if (!parts.every(isPlain)) throw invalid([{ field: 'fullFilePath', code: 'wrong' }]);
  return parts;
}

export const domainOf = ({ domain }: Pick<Provider, 'domain'>): URL | undefined =>
  domain ? (URL.parse(/^https?:\/\//.test(domain) ? domain : `https://${domain}`) ?? undefined) : undefined;

/** The key of a file, as Casdoor 2022 made it: the path of the domain, the folders, and the name encoded as in a query. */
export function objectKey(provider: Pick<Provider, 'domain'>, parts: readonly string[]): string {
  const prefix = domainOf(provider)?.pathname.replace(/\/+$/, '') ?? '';
  const name = percentEncoded(parts.at(-1) ?? '').replaceAll('%20', '+');
  return [prefix, ...parts.slice(0, -1), name].join('/');
}
