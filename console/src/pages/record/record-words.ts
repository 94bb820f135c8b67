import { useTranslation } from 'react-i18next';
import { registry } from '../../kinds.ts';

const kindNamed = (name: string) => registry.kinds.find((each) => each.name === name);

/** The parts of an object in a record: `role acme/support`. */
export function partsOf(object: string) {
  const [, name = '', owner = '', key = ''] = /^(\S+) ([^/]+)\/(.+)$/.exec(object) ?? [];
  return { kind: kindNamed(name), owner, key };
}

/** A key of words without the signs that i18next gives a meaning to. */
const keyOf = (text: string) => text.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '');

/** Actions, outcomes and reasons of records in words. Unknown ones stay as they are. */
export function useRecordWords() {
  const { t, i18n } = useTranslation('record-words');
  const known = (key: string) => i18n.exists(key, { ns: 'record-words' });
  const titleOf = (kind: string) => t(`${kind}:title`);

  function action(text: string): string {
    const own = `actions.${keyOf(text)}`;
    if (known(own)) return t(own);
    const [, verb = '', kind = ''] = /^(add|update|delete)-(.+)$/.exec(text) ?? [];
    return kindNamed(kind) ? t(`actions.${verb}`, { kind: titleOf(kind) }) : text;
  }

  /** A reason may be several words, such as `session master-password`. */
  function reason(text: string): string {
    const own = `reasons.${keyOf(text)}`;
    if (known(own)) return t(own);
    const parts = text.split(' ').map((each) => (known(`reasons.${keyOf(each)}`) ? t(`reasons.${keyOf(each)}`) : each));
    return parts.some((each, at) => each !== text.split(' ')[at]) ? parts.join(', ') : text;
  }

  return { action, reason, titleOf, t };
}
