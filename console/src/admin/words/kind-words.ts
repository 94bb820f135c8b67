import type { Kind } from '@doorwright/crds';
import { hasText } from './translate.ts';
import { useTranslation } from './use-translation.ts';

/** The names of a kind, its fields and their members in the language of the page. */
export function useKindWords({ name }: Pick<Kind, 'name'>) {
  const { t } = useTranslation(name);
  return {
    title: t('title'),
    plural: t('plural'),
    empty: t(`kind-lists:${name}.empty`),
    badge: (field: string) => t(`kind-lists:${name}.badges.${field}`),
    /** What the search finds that reads several fields together. */
    texts: t([`kind-lists:${name}.texts`, 'list:anyText']),
    filter: (filter: string) => t(`kind-lists:${name}.filters.${filter}`),
    field: (field: string) => t(`fields.${field}`),
    member: (field: string, member: string) => t(`members.${field}.${member}`),
    section: (title: string) => t([`sections.${title}`, 'title']),
    tab: (title: string) => t(`tabs.${title}`),
    help: (field: string) => (hasText(field, `help-${name}`) ? t(`help-${name}:${field}`) : ''),
    danger: (field: string, value: string) => t(`help-${name}:dangers.${field}.${value}`),
  };
}

export type KindWords = ReturnType<typeof useKindWords>;
