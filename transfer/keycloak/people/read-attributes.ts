import { byText } from '../names.ts';

export interface ReadAttributes {
  fields: Record<string, unknown>;
  properties: Record<string, string>;
  lost: [what: string, why: string][];
}

/** The attributes that Keycloak's own mappers tell applications, and the fields for them. */
const fields: Readonly<Record<string, readonly [field: string, longest: number]>> = {
  locale: ['language', 100],
  picture: ['avatar', 500],
  website: ['homepage', 100],
  gender: ['gender', 100],
  birthdate: ['birthday', 100],
  zoneinfo: ['timeZone', 100],
  locality: ['location', 100],
  title: ['title', 100],
};

const phones = ['phoneNumber', 'phone_number', 'phone', 'mobile'];
const phoneProofs = new Set(['phoneNumberVerified', 'phone_number_verified', 'phoneVerified']);

/** A whole number has the code of its country. Others could be of any country. */
function wholeNumber(text: string): string | undefined {
  const plain = text.replaceAll(/[\s()./-]/g, '');
  return plain.match(/^(?:\+|00)([1-9]\d{5,14})$/)?.[1];
}

const longestValue = 2000;
const longestKey = 100;
const mostProperties = 90;

function readPhone(attributes: Readonly<Record<string, readonly string[]>>, into: ReadAttributes): string | undefined {
  const name = phones.find((each) => attributes[each]?.[0]);
  const number = name && wholeNumber(attributes[name]?.[0] ?? '');
  if (!number) {
    if (name) into.lost.push([`phone ${attributes[name]?.[0]}`, 'its country is unknown; it stays as a property']);
    return;
  }
  into.fields.phone = number;
  const proof = [...phoneProofs].find((each) => attributes[each]);
  into.fields.phoneVerified = proof !== undefined && attributes[proof]?.[0] === 'true';
  return name;
}

/** The attributes of a user as fields, and as properties if there is no field. */
export function readAttributes(attributes: Readonly<Record<string, readonly string[]>>): ReadAttributes {
  const read: ReadAttributes = { fields: {}, properties: {}, lost: [] };
  const phone = readPhone(attributes, read);
  for (const [name, values] of Object.entries(attributes).sort(([a], [b]) => byText(a, b))) {
    const [first = ''] = values;
    if (!first || name === phone || (phone && phoneProofs.has(name))) continue;
    const [field, longest = 0] = fields[name] ?? [];
    if (values.length > 1)
      read.lost.push([
        `attribute ${name}: ${values.length - 1} more`.slice(0, 200),
        'a property has one value; the first one stays',
      ]);
    if (field && first.length <= longest) read.fields[field] = first;
    else if (first.length > longestValue || name.length > longestKey)
      read.lost.push([`attribute ${name}`.slice(0, 200), 'it is too long']);
    else if (Object.keys(read.properties).length >= mostProperties)
      read.lost.push([`attribute ${name}`, `a user has at most ${mostProperties}`]);
    else read.properties[name] = first;
  }
  return read;
}
