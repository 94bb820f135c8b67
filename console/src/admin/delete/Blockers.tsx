import type { Kind, Row } from '@doorwright/crds';
import { Content, List, ListItem } from '@patternfly/react-core';
import { Suspense } from 'react';
import { registry } from '../kinds.ts';
import { Link } from '../router/Link.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { addressOf, type Blocker, listAddress } from './blockers.ts';

interface Props {
  /** The object that cannot be deleted. */
  kind: Kind;
  object: Row;
  blockers: readonly Blocker[];
  isHidden: boolean;
  /** A link leaves the page of the dialog. */
  onFollow: () => void;
}

/** The objects that refuse a deletion, by kind, each with its link. */
export function Blockers({ kind, object, blockers, isHidden, onFollow }: Props) {
  const { t } = useTranslation('editor');
  return (
    // The words of another kind may not have loaded yet.
    <Suspense>
      {blockers.length > 0 && <Content component="p">{t('delete.first')}</Content>}
      {blockers.map((each) => (
        <OfKind key={each.kind} blocker={each} kind={kind} object={object} onFollow={onFollow} />
      ))}
      {isHidden && <Content component="p">{t('delete.hidden')}</Content>}
    </Suspense>
  );
}

function OfKind({ blocker, kind, object, onFollow }: Omit<Props, 'blockers' | 'isHidden'> & { blocker: Blocker }) {
  const { t, language } = useTranslation('console');
  const blocking = registry.named(blocker.kind);
  const words = useKindWords(blocking);
  const { count, isMore, objects } = blocker;
  const more = count - objects.length;
  const rest = `${t('more', { count: more })}${isMore ? '+' : ''}`;
  const list = listAddress(blocking, kind, object);
  return (
    <>
      <Content component="p">
        <strong>
          {words.plural} (<bdi>{`${count.toLocaleString(language)}${isMore ? '+' : ''}`}</bdi>)
        </strong>
      </Content>
      <List className="path blockers">
        {objects.map(({ id, name }) => (
          <ListItem key={id}>
            <Leading to={addressOf(blocking, id)} onFollow={onFollow}>
              {blocking.key === 'name' && blocking.owner !== 'admin' ? id : name}
            </Leading>
          </ListItem>
        ))}
        {more > 0 && (
          <ListItem>
            <Leading to={list} onFollow={onFollow}>
              {rest}
            </Leading>
          </ListItem>
        )}
      </List>
    </>
  );
}

function Leading({ to, onFollow, children }: { to: string | undefined; onFollow: () => void; children: string }) {
  if (!to) return children;
  return (
    <Link to={to} onClick={onFollow}>
      {children}
    </Link>
  );
}
