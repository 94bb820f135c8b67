import type { ListRow } from '../with-provider.ts';
import type { Asked, SamlService } from './saml-service.ts';

/** What an administrator typed about their account at the service. */
export type Typed = Partial<Record<Asked, string>>;

const names: readonly string[] = ['host', 'workspace', 'domain'];
/** A host may have a port, and nothing that begins another part of an address. */
const isName = (text: string) => /^[a-z\d]([a-z\d.:-]*[a-z\d])?$/i.test(text);
const isAddress = (text: string) => /^https?:\/\/[^\s{}]+$/i.test(text);

/** Are all values of the service there, in a form that its addresses can hold? */
export const isComplete = ({ asks }: SamlService, typed: Typed): boolean =>
  (Object.keys(asks) as Asked[]).every((asked) =>
    names.includes(asked) ? isName(typed[asked] ?? '') : isAddress(typed[asked] ?? ''),
  );

/** A text with the typed values. Those that nobody typed keep their braces. */
export const filledText = (text: string, typed: Typed): string =>
  text.replaceAll(/\{(\w+)\}/g, (braces, asked: Asked) => typed[asked] || braces);

/** The service provider and the attributes that the service needs. */
export function rowsOf({ here, attributes }: SamlService, typed: Typed) {
  const { nameIdFormat, sloUrl } = here;
  const filled = (text: string) => filledText(text, typed);
  const provider: ListRow = {
    entityId: filled(here.entityId),
    acsUrls: [filled(here.acsUrl)],
    acsIndexes: [],
    nameIdFormat,
    ...(sloUrl && { sloUrl: filled(sloUrl) }),
  };
  const needed = attributes.map(
    (attribute): ListRow => ({ value: '', nameFormat: 'basic', friendlyName: '', ...attribute }),
  );
  return { provider, attributes: needed };
}

/** The attributes of the form with those that it lacks. One of the same name gets the source that the service needs. */
export const withAttributes = (now: readonly ListRow[], needed: readonly ListRow[]): ListRow[] => [
  ...now.map((each) => ({ ...each, ...needed.find(({ name }) => name === each.name) })),
  ...needed.filter(({ name }) => !now.some((each) => each.name === name)),
];
