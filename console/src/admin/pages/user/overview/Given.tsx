import type { Kind, Row } from '@doorwright/crds';
import { Button, Card, CardBody, CardTitle, Content, Label } from '@patternfly/react-core';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/Link.tsx';
import { FailedState } from '../../../ui/FailedState.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useKindWords } from '../../../words/kind-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { type Access, useAccessOf } from '../access-of-user.ts';
import { SourceLabel } from '../SourceLabel.tsx';
import type { Asked } from './ActionDialog.tsx';
import { ActionDialog } from './action-dialog.ts';
import { changeMembers, withoutMember } from './members.ts';
import { idOf, useCare, whomOf } from './standing.ts';

const GiveDialog = lazyDialog(['dossier'], async () => (await import('./GiveDialog.tsx')).GiveDialog);

interface Props {
  kind: Kind;
  user: Row;
  refreshed: () => Promise<void>;
}

const isDirect = ({ via }: Access) => via.some((source) => source.kind === 'direct');

/** The roles or groups of a user, each with its sources. What names the user directly is given and taken here. */
export function Given({ kind, user, refreshed }: Props) {
  const { t } = useTranslation(['dossier', 'users']);
  const words = useKindWords(kind);
  const { may } = useCare(user);
  const whom = whomOf(user);
  const [isGiving, setGiving] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useAccessOf(user);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const rows = data.filter((row) => row.kind === kind.name);
  // Roles of the platform are given on their own pages.
  const isOfOrganization = ({ owner }: Access) => owner === whom.owner;
  const take = (row: Access) =>
    setAsked({
      ...{ key: `take-${kind.name}`, named: { name: whom.name, object: row.displayName || row.name }, isGrave: true },
      run: () => changeMembers(kind, `${row.owner}/${row.name}`, withoutMember(idOf(whom))),
    });
  return (
    <Card isCompact component="section" aria-label={words.plural}>
      <CardTitle component="h2">{words.plural}</CardTitle>
      <CardBody>
        {rows.length === 0 && <Content component="p">{t('none')}</Content>}
        <ul className="dossier-list">
          {rows.map((row) => (
            <li key={`${row.owner}/${row.name}`}>
              <Link to={paths.editor(kind, { ...row })}>{row.displayName || row.name}</Link>
              {!row.isEnabled && <Label isCompact>{t(`kind-lists:${kind.name}.badges.isEnabled`)}</Label>}
              {row.via.map((source) => (
                <SourceLabel key={`${source.kind} ${source.id}`} {...source} />
              ))}
              {may && isDirect(row) && isOfOrganization(row) && (
                <Button
                  variant="link"
                  isInline
                  isDanger
                  aria-label={t(`takeFrom.${kind.name}`, { object: row.displayName || row.name })}
                  onClick={() => take(row)}
                >
                  {t('take')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {may && (
          <Button variant="secondary" size="sm" onClick={() => setGiving(true)}>
            {t(`give.${kind.name}`)}
          </Button>
        )}
        {isGiving && (
          <GiveDialog
            kind={kind}
            whom={whom}
            had={rows.filter(isDirect).map(({ owner, name }) => `${owner}/${name}`)}
            onDone={refreshed}
            onClose={() => setGiving(false)}
          />
        )}
        {asked && <ActionDialog asked={asked} onDone={refreshed} onClose={() => setAsked(undefined)} />}
      </CardBody>
    </Card>
  );
}
