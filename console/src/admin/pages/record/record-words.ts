import { registry } from '../../kinds.ts';
import { useChoiceWords } from '../../words/choice-words.ts';
import { hasText } from '../../words/translate.ts';
import { useTranslation } from '../../words/use-translation.ts';

const kindNamed = (name: string) => registry.kinds.find((each) => each.name === name);

/** The parts of an object in a record: `role acme/support`. */
export function partsOf(object: string) {
  const [, name = '', owner = '', key = ''] = /^(\S+) ([^/]+)\/(.+)$/.exec(object) ?? [];
  return { kind: kindNamed(name), owner, key };
}

/** The type and the name of an actor that is no user: `app/shop`. */
export function machineOf(user: string) {
  const [, type, name = ''] = /^(app|operator)\/(.+)$/.exec(user) ?? [];
  return type ? { type, name } : undefined;
}

/** The name of an application, which every organization sees under the owner admin. */
export const applicationName = (id: string) => id.replace(/^admin\//, '');

/** Names, so they are the same in every language. */
const protocols: Readonly<Record<string, string>> = { oidc: 'OpenID Connect', saml: 'SAML', cas: 'CAS' };
export const protocolName = (protocol: string) => protocols[protocol] ?? protocol;

/** A key of words without the signs that separate namespaces and steps. */
const keyOf = (text: string) => text.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '');

/** Actions, outcomes and reasons of records in words. Unknown ones stay as they are. */
export function useRecordWords() {
  const { t } = useTranslation('record-words');
  const known = (key: string) => hasText(key, 'record-words');
  const titleOf = (kind: string) => t(`${kind}:title`);

  function action(text: string): string {
    const own = `actions.${keyOf(text)}`;
    if (known(own)) return t(own);
    const [, verb = '', kind = ''] = /^(add|update|delete)-(.+)$/.exec(text) ?? [];
    return kindNamed(kind) ? t(`actions.${verb}`, { kind: titleOf(kind) }) : text;
  }

  /** The mistake of a program comes with what it sent. A reason may also be several words, such as `session master-password`. */
  function reason(text: string): string {
    const [, code = '', fault = '', rest = ''] = /^(\S+) #([a-z-]+)(.*)$/s.exec(text) ?? [];
    if (fault === 'other') return reason(code) + rest;
    if (hasText(`faults.${fault}.title`, 'client-faults')) return t(`client-faults:faults.${fault}.title`) + rest;
    const own = `reasons.${keyOf(text)}`;
    if (known(own)) return t(own);
    const parts = text.split(' ').map((each) => (known(`reasons.${keyOf(each)}`) ? t(`reasons.${keyOf(each)}`) : each));
    return parts.some((each, at) => each !== text.split(' ')[at]) ? parts.join(', ') : text;
  }

  /** An object as its kind and its name. Objects of all organizations need no owner. */
  function object(text: string): string {
    const { kind, owner, key } = partsOf(text);
    return kind ? `${titleOf(kind.name)} ${owner === 'admin' ? key : `${owner}/${key}`}` : text;
  }

  function actor(user: string): string {
    const machine = machineOf(user);
    if (!machine) return user;
    return machine.type === 'operator' ? t('operator', machine) : `${titleOf('application')} ${machine.name}`;
  }

  return { action, reason, object, actor, titleOf, t };
}

/** The values of filters in the words of the cells. */
export function useValueWords() {
  const { action, object, actor } = useRecordWords();
  const word = useChoiceWords();
  const wordsOf: Readonly<Record<string, (value: string) => string>> = {
    ...{ action, object, user: actor, outcome: word, protocol: protocolName, application: applicationName },
  };
  return (field: string, value: string) => wordsOf[field]?.(value);
}
