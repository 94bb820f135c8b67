import type { IncomingMessage } from 'node:http';
import type { CountryDatabase } from '../core/country-database.ts';
import type { RequestSource } from '../core/objects/history/request-source.ts';
import { timeOrderedId } from '../core/time-ordered-id.ts';

interface Known {
  requestId: string;
  countries: CountryDatabase | undefined;
}

/** Facts about each running request. Libraries of protocols pass on only the request itself. */
const known = new WeakMap<IncomingMessage, Known>();

/** Gives a request its id. */
export function beginRequest(req: IncomingMessage, countries: CountryDatabase | undefined): string {
  const requestId = timeOrderedId();
  known.set(req, { requestId, countries });
  return requestId;
}

/** Where a request came from, for its record. */
export function sourceOf(req: IncomingMessage): RequestSource {
  const { requestId = '', countries } = known.get(req) ?? {};
  return { requestId, userAgent: req.headers['user-agent'] ?? '', countryOf: countries?.countryOf };
}
