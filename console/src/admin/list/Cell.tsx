import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { deviceOf } from '@doorwright/crds/values/device-of.ts';
import type { Language } from '@doorwright/locales';
import { Icon, Label } from '@patternfly/react-core';
import { CheckCircleIcon } from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import { MinusCircleIcon } from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import type { ReactNode } from 'react';
import { isEdited, registry } from '../kinds.ts';
import { paths } from '../paths.ts';
import { Link } from '../router/Link.tsx';
import { timeOf } from '../ui/Time.tsx';
import { isWebAddress } from '../ui/web-address.ts';
import { useChoiceWords } from '../words/choice-words.ts';
import { regionName } from '../words/region-name.ts';
import { exactTime, shortMoment } from '../words/relative-time.ts';
import type { Translate } from '../words/translate.ts';
import { useTranslation } from '../words/use-translation.ts';
import { Tags } from './Tags.tsx';

const choiceOf = (kind: Kind, { field }: ListColumn) =>
  fieldsOf(kind).find(({ name, schema }) => name === field && schema.enum);

export interface CellProps {
  kind: Kind;
  column: ListColumn;
  row: Row;
}

const shortLength = 35;
const isRandom = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
const isLong = (text: string) => text.length > shortLength;

const isOwn = (kind: Kind, { field }: ListColumn) => field === kind.key || field === 'name';

/** A cell of a list. Names link to their objects, and addresses to their pages. */
function targetOf(kind: Kind, column: ListColumn, row: Row): string | undefined {
  const { field } = column;
  const value = String(row[field] ?? '');
  if (isOwn(kind, column)) return isEdited(kind) ? paths.editor(kind, row) : undefined;
  const refers = fieldsOf(kind).find(({ name }) => name === field)?.refers;
  if (!refers) return isWebAddress(value) ? value : undefined;
  const target = registry.named(refers.kind);
  if (refers.by === 'id') {
    const [owner, name] = value.split('/');
    return paths.editor(target, { owner, name });
  }
  // An application's own token names no user.
  if (value.includes('/')) return undefined;
  const owner = refers.ownerField ? row[refers.ownerField] : refers.kind === 'user' ? row.owner : 'admin';
  return paths.editor(target, { owner, name: value });
}

const sizes = ['B', 'K', 'M', 'G', 'T'];

/** Two decimals below 10, one below 100, none from there. */
export function sizeText(bytes: number, language: string): string {
  const power = bytes < 1024 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  const decimals = power === 0 || amount >= 100 ? 0 : amount < 10 ? 2 : 1;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${amount.toLocaleString(language, digits)} ${sizes[power]}`;
}

/** The words of the cells of a list. */
export interface CellWords {
  t: Translate;
  language: Language;
  /** The label of a choice. */
  word: (value: string) => string;
}

export function useCellWords(): CellWords {
  const word = useChoiceWords();
  return { ...useTranslation(), word };
}

export function Cell(props: CellProps) {
  return contentOf(props, useCellWords());
}

/** The content of a cell. A list has hundreds of cells, so it takes the content without a component for each. */
export function contentOf({ kind, column, row }: CellProps, { t, language, word }: CellWords): ReactNode {
  const value = row[column.field];
  if (typeof value === 'boolean') return flag(value, t(value ? 'on' : 'off'));
  if (Array.isArray(value)) return <Tags kind={kind} column={column.field} values={value} />;
  if (column.cell === 'audience' && value === 'named')
    return <Tags kind={kind} column="organizations" values={(row.organizations ?? []) as readonly string[]} />;
  if (value === undefined || value === null || value === '') return null;
  const text = String(value);
  switch (column.cell) {
    case 'link': {
      const target = targetOf(kind, column, row);
      if (!target) return text;
      if (target.startsWith('/'))
        return (
          <Link to={target} isReturning={isOwn(kind, column)} {...(isLong(text) && { className: 'cell-long' })}>
            {text}
          </Link>
        );
      return (
        <a href={target} rel="noreferrer">
          {text}
        </a>
      );
    }
    case 'image':
      return <img src={text} alt="" className="cell-image" loading="lazy" />;
    case 'time':
      return timeOf(text, language);
    case 'moment':
      return (
        <time dateTime={text} className="cell-time" title={exactTime(text, language)}>
          {shortMoment(text, language)}
        </time>
      );
    case 'date':
      return <time dateTime={text}>{text.slice(0, 10)}</time>;
    case 'mail':
      return <a href={`mailto:${text}`}>{text}</a>;
    case 'country':
      return regionName(text, language);
    case 'place':
      return <Place address={text} country={String(row.country ?? '')} />;
    case 'device':
      return <Device userAgent={text} />;
    case 'size':
      return <bdi>{sizeText(Number(value), language)}</bdi>;
    case 'short':
      return (
        <span title={text} className="cell-short">
          {isLong(text) ? `${text.slice(0, shortLength)}…` : text}
        </span>
      );
    default: {
      if (isRandom(text))
        return (
          <span className="cell-id" title={text}>
            {text}
          </span>
        );
      const choice = choiceOf(kind, column);
      if (choice?.dangers?.some(({ when }) => when === text)) return <Caution text={word(text)} />;
      if (choice) return word(text);
      // A phone number, an address or a name of another script keeps its own direction.
      return <bdi {...(isLong(text) && { className: 'cell-long' })}>{text}</bdi>;
    }
  }
}

/** An address, with its country if that is known. */
function Place({ address, country }: { address: string; country: string }) {
  const { t, language } = useTranslation('list');
  return country ? t('place', { address, country: regionName(country, language) }) : <bdi>{address}</bdi>;
}

/** A browser and its system, in words. */
function Device({ userAgent }: { userAgent: string }) {
  const { t } = useTranslation('list');
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('device.on', { browser, system });
  return browser ?? system ?? t('device.unknown');
}

/** A choice that grants far-reaching rights. */
function Caution({ text }: { text: string }) {
  const { t } = useTranslation('console');
  return (
    <Label status="warning" variant="outline" isCompact>
      <span className="pf-v6-screen-reader">{t('tones.warning')} </span>
      {text}
    </Label>
  );
}

const marks = {
  on: (
    <Icon status="success" isInline>
      <CheckCircleIcon />
    </Icon>
  ),
  off: (
    <Icon isInline>
      <MinusCircleIcon />
    </Icon>
  ),
};

const flag = (isOn: boolean, title: string) => (
  <span className="cell-flag">
    {isOn ? marks.on : marks.off} {title}
  </span>
);
