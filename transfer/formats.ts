import { auth0 } from './auth0/auth0.ts';
import { casdoor } from './casdoor/casdoor.ts';
import { BrokenSource, type Format, type Place } from './contract.ts';
import { csv } from './csv/csv.ts';
import { keycloak } from './keycloak/keycloak.ts';

/** The products that can be read. The first one that knows a place reads it. */
export const formats: readonly Format[] = [keycloak, casdoor, auth0, csv];

/** For `--format`. */
export const formatNames: string = formats.map(({ name }) => name).join(', ');

/** The named format, or the one that knows the place. */
export async function findFormat(place: Place, name?: string): Promise<Format> {
  if (name !== undefined) {
    const named = formats.find((format) => format.name === name);
    if (!named) throw new BrokenSource(`There is no format "${name}". Formats are ${formatNames}.`);
    return named;
  }
  for (const format of formats) if (await format.recognizes(place)) return format;
  throw new BrokenSource(`No format knows it. Name one (--format): ${formatNames}.`);
}
