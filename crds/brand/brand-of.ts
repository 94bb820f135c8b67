import type { BrandFields } from './names.ts';

/** Fields that belong together. An application that sets one of them takes none of the others from its organization. */
const groups = [
  ['logo', 'logoDark'],
  ['primaryColor', 'primaryColorDark'],
  ['backgroundColor', 'backgroundColorDark', 'backgroundImage'],
  ['corners'],
  ['font'],
  ['sidePanel', 'sidePanelText', 'sidePanelImage'],
  ['customCss'],
] as const satisfies readonly (readonly (keyof BrandFields)[])[];

/** Fields that are of use only with the first of their group. */
const needsFirst: ReadonlySet<string> = new Set(['logo', 'sidePanel']);

type Looks = Partial<BrandFields> & { favicon?: string };

export interface Brand extends BrandFields {
  favicon: string;
}

/** The looks of an application in its organization, field by field. Its own values win. */
export function brandOf(application: Looks = {}, organization: Looks = {}): Brand {
  const isSet = ([first, ...rest]: readonly (keyof BrandFields)[]) =>
    needsFirst.has(first as string)
      ? application[first as 'logo']
      : [first, ...rest].some((name) => application[name as 'logo']);
  const values = groups.flatMap((group) => {
    const source = isSet(group) ? application : organization;
    return group.map((name) => [name, source[name] ?? '']);
  });
  return {
    ...(Object.fromEntries(values) as BrandFields),
    favicon: application.favicon || organization.favicon || '',
  };
}

interface Subject {
  application?: (Looks & { organization?: unknown }) | undefined;
  organization?: (Looks & { name?: unknown }) | undefined;
}

/** The page is about people of another organization than the application's, such as `/login/acme` of the console's own application. */
export const isOfOther = ({ application, organization }: Subject): boolean =>
  application !== undefined && organization !== undefined && application.organization !== organization.name;

/** The looks of a page: of its application, or of the organization whose people sign in there. */
export const brandOfPage = ({ application, organization }: Subject): Brand =>
  brandOf(isOfOther({ application, organization }) ? undefined : application, organization);
