import type { Kind, Row } from '@doorwright/crds';
import { Button, List, ListItem } from '@patternfly/react-core';
import { downloadFile } from '../browser/copy-and-download.ts';
import { csvOf } from '../browser/csv.ts';
import { Blockers } from '../delete/Blockers.tsx';
import { blockersIn, hasHidden } from '../delete/blockers.ts';
import { calledBy } from '../kinds.ts';
import { Alert } from '../ui/Alert.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import type { Failure } from './run-each.ts';
import { idOf } from './use-selection.ts';

interface Props {
  kind: Kind;
  failures: readonly Failure<Row>[];
  /** How many succeeded, and how many did not begin. */
  done: number;
  left: number;
  onFollow: () => void;
}

/** The dialog names this many. The file has all. */
const shown = 20;

/** How an action on several rows ended: how many were done, and which were refused for which reason. */
export function FailedRows({ kind, failures, done, left, onFollow }: Props) {
  const { t } = useTranslation('list');
  const words = useKindWords(kind);
  const reason = ({ error }: Failure<Row>) => (blockersIn(error) ? t('editor:delete.inUse') : error.message);
  const download = () => {
    const lines = failures.map((each) => [idOf(kind, each.item), reason(each)]);
    downloadFile(`${kind.plural}-refused.csv`, csvOf([words.title, t('bulk.reason')], lines));
  };
  const title = failures.length > 0 ? t('bulk.failed', { count: failures.length }) : t('bulk.stopped');
  return (
    <Alert isInline isLiveRegion variant={failures.length > 0 ? 'danger' : 'warning'} title={title}>
      <p>{t('bulk.doneCount', { count: done })}</p>
      {left > 0 && <p>{t('bulk.leftCount', { count: left })}</p>}
      {failures.length > 0 && (
        <>
          <List>
            {failures.slice(0, shown).map((each) => (
              <FailedRow
                key={idOf(kind, each.item)}
                kind={kind}
                failure={each}
                why={reason(each)}
                onFollow={onFollow}
              />
            ))}
          </List>
          {failures.length > shown && <p>{t('console:more', { count: failures.length - shown })}</p>}
          <Button variant="link" isInline onClick={download}>
            {t('bulk.download')}
          </Button>
        </>
      )}
    </Alert>
  );
}

interface RowProps {
  kind: Kind;
  failure: Failure<Row>;
  why: string;
  onFollow: () => void;
}

function FailedRow({ kind, failure: { item, error }, why, onFollow }: RowProps) {
  const blockers = blockersIn(error);
  return (
    <ListItem>
      {calledBy(kind, item)}: {why}
      {blockers && (
        <Blockers kind={kind} object={item} blockers={blockers} isHidden={hasHidden(error)} onFollow={onFollow} />
      )}
    </ListItem>
  );
}
