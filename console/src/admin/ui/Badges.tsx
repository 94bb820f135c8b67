import type { Kind, Row } from '@doorwright/crds';
import { badgesOf } from '@doorwright/crds/derive/list.ts';
import { Label, type LabelProps } from '@patternfly/react-core';
import { CubesIcon } from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import './badges.css';

const colours = { info: 'blue', warning: 'orange', danger: 'red' } satisfies Record<string, LabelProps['color']>;

/** The custom resource of an object: `applications.doorwright.dev shop/checkout`. */
const resourceOf = ({ origin }: Row) => (origin as { resource: string } | null | undefined)?.resource;

/** The namespace and name in it. */
const placeOf = (resource: string) => resource.slice(resource.indexOf(' ') + 1);

const flagsOf = (kind: Kind, row: Row) => badgesOf(kind).filter(({ field, when }) => row[field] === when);

/** Most objects have none. */
export const hasBadges = (kind: Kind, row: Row) => flagsOf(kind, row).length > 0 || resourceOf(row) !== undefined;

interface Props {
  kind: Kind;
  row: Row;
  /** The mark of Kubernetes names the custom resource. */
  isPlaceNamed?: boolean;
}

/** Labels beside the name of an object: its exceptional flags, and a mark if Kubernetes manages it. */
export function Badges({ kind, row, isPlaceNamed = false }: Props) {
  const { t } = useTranslation('list');
  const words = useKindWords(kind);
  if (!hasBadges(kind, row)) return null;
  const resource = resourceOf(row);
  return (
    <span className="badges">
      {flagsOf(kind, row).map(({ field, tone }) => (
        <Label key={field} isCompact color={tone ? colours[tone] : 'grey'}>
          {words.badge(field)}
        </Label>
      ))}
      {resource && (
        <Label isCompact variant="outline" icon={<CubesIcon />} title={t('managedBy', { resource })}>
          {isPlaceNamed ? placeOf(resource) : t('managed')}
        </Label>
      )}
    </span>
  );
}
