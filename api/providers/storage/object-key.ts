import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { invalid } from '../../core/objects/input.ts';
import { percentEncoded } from '../../core/percent-encoded.ts';

/** Longer parts no file system takes that a store may keep its files in. */
const longestPart = 200;

/** Of a folder's name; `%` would let two readers of one path see two. */
const plainPart = /^[^\\%\p{Cc}]+$/u;
/** A file's own name is encoded, so that whatever it holds parts nothing. */
const plainName = /^[^\\\p{Cc}]+$/u;

/**
 * The parts of a path that a client wants a file at. What could lead out of a folder, or be read in two ways, is
 * refused (S47); one slash in front says nothing, as it always did.
 */
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

/** The name of a file in its store, as the era made it: the path of the domain, the folders, and the name as in a query. */
export function objectKey(provider: Pick<Provider, 'domain'>, parts: readonly string[]): string {
  const prefix = domainOf(provider)?.pathname.replace(/\/+$/, '') ?? '';
  const name = percentEncoded(parts.at(-1) ?? '').replaceAll('%20', '+');
  return [prefix, ...parts.slice(0, -1), name].join('/');
}
