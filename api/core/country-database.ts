import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { Reader, type Response } from 'mmdb-lib';

/** A local file that knows the country of an address. No address leaves the server for it. */
export interface CountryDatabase {
  /** The code of ISO 3166-1, such as DE, or undefined for an address that the file does not know. */
  countryOf: (address: string) => string | undefined;
}

/** MaxMind and DB-IP have `country.iso_code`. IPinfo has the code as `country_code` or `country`. */
type Found = { country?: { iso_code?: unknown } | string; country_code?: unknown };

const codeIn = ({ country, country_code: code }: Found): unknown =>
  code ?? (typeof country === 'object' ? country.iso_code : country);

const hasCountries = /country|city|enterprise|location/i;

/** Reads a file in the MaxMind DB format. Throws if it is something else, or has no countries. */
export function openCountryDatabase(path: string): CountryDatabase {
  const reader = new Reader<Response>(readFileSync(path));
  const { databaseType, ipVersion } = reader.metadata;
  if (!hasCountries.test(databaseType)) throw new Error(`its type is ${databaseType}`);
  return {
    countryOf(address) {
      if (!ipaddr.isValid(address)) return;
      const plain = ipaddr.process(address);
      if (ipVersion === 4 && plain.kind() === 'ipv6') return;
      const found = reader.get(plain.toString()) as Found | null;
      const code = found && codeIn(found);
      return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : undefined;
    },
  };
}
