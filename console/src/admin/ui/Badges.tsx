import type { Kind, Row } from '@doorwright/crds';
import { badgesOf } from '@doorwright/crds/derive/list.ts';
import { Label, type LabelProps } from '@patternfly/react-core';
import { CubesIcon } from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { FileCodeIcon } from '@patternfly/react-icons/dist/esm/icons/file-code-icon';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import './badges.css';
import { folderOf } from './folder-of.ts';

const colours = { info: 'blue', warning: 'orange', danger: 'red' } satisfies Record<string, LabelProps['color']>;

interface Origin {
  cluster: string;
  /** `applications.doorwright.dev shop/checkout`. */
  resource: string;
}

/** The custom resource of an object. */
const originOf = ({ origin }: Row) => origin as Origin | null | undefined;

/** The namespace and name in it. */
const placeOf = (resource: string) => resource.slice(resource.indexOf(' ') + 1);

const flagsOf = (kind: Kind, row: Row) => badgesOf(kind).filter(({ field, when }) => row[field] === when);

/** Most objects have none. */
export const hasBadges = (kind: Kind, row: Row) => flagsOf(kind, row).length > 0 || Boolean(originOf(row));

interface Props {
  kind: Kind;
  row: Row;
  /** The mark of a declared object names the custom resource. */
  isPlaceNamed?: boolean;
}

/** Labels beside the name of an object: its exceptional flags, and a mark if a cluster or a file manages it. */
export function Badges({ kind, row, isPlaceNamed = false }: Props) {
  const words = useKindWords(kind);
  if (!hasBadges(kind, row)) return null;
  const origin = originOf(row);
  return (
    <span className="badges">
      {flagsOf(kind, row).map(({ field, tone }) => (
        <Label key={field} isCompact color={tone ? colours[tone] : 'grey'}>
          {words.badge(field)}
        </Label>
      ))}
      {origin && <Declared {...origin} isPlaceNamed={isPlaceNamed} />}
    </span>
  );
}

function Declared({ resource, cluster, isPlaceNamed }: Origin & { isPlaceNamed: boolean }) {
  const { t } = useTranslation('list');
  const isFile = folderOf({ cluster }) !== undefined;
  return (
    <Label
      isCompact
      variant="outline"
      icon={isFile ? <FileCodeIcon /> : <CubesIcon />}
      title={isFile ? t('managedByFile', { resource }) : t('managedBy', { resource })}
    >
      {isPlaceNamed ? placeOf(resource) : isFile ? t('file') : t('managed')}
    </Label>
  );
}
