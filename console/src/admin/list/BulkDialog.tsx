import type { Kind, Row } from '@doorwright/crds';
import { Button, Content, List, ListItem, Modal, ModalBody, ModalFooter, Progress } from '@patternfly/react-core';
import { useEffect, useRef, useState } from 'react';
import { Blockers } from '../delete/Blockers.tsx';
import { blockersIn, hasHidden } from '../delete/blockers.ts';
import { calledBy } from '../kinds.ts';
import { Alert } from '../ui/Alert.tsx';
import { DialogHeader } from '../ui/DialogHeader.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { type Failure, runEach } from './run-each.ts';

interface Props {
  kind: Kind;
  rows: readonly Row[];
  title: string;
  /** A sentence about the effect. */
  about?: string;
  /** The text of the button that begins. */
  action: string;
  isGrave?: boolean;
  run: (row: Row) => Promise<unknown>;
  /** The rows that failed or did not begin. */
  onClose: (left: readonly Row[], done: number) => void;
}

const named = 8;

/** Asks, shows the progress of an action on several rows, and names those that failed. */
export function BulkDialog({ kind, rows, title, about, action, isGrave = false, run, onClose }: Props) {
  const { t, language } = useTranslation('list');
  const [done, setDone] = useState<number>();
  const [failures, setFailures] = useState<readonly Failure<Row>[]>();
  const stopping = useRef(new AbortController());
  const finished = useRef(new Set<Row>());
  useEffect(() => () => stopping.current.abort(), []);
  const begin = async () => {
    setDone(0);
    const once = async (row: Row) => {
      await run(row);
      finished.current.add(row);
    };
    const found = await runEach(rows, once, { onDone: setDone, signal: stopping.current.signal });
    if (found.length === 0) close();
    else setFailures(found);
  };
  const close = () =>
    onClose(
      rows.filter((row) => !finished.current.has(row)),
      finished.current.size,
    );
  const names = rows.slice(0, named).map((row) => calledBy(kind, row));
  const more = rows.length - names.length;
  const listed = [...names, ...(more > 0 ? [t('console:more', { count: more })] : [])];
  const isRunning = done !== undefined && !failures;
  return (
    <Modal isOpen variant="small" onClose={isRunning ? () => stopping.current.abort() : close} aria-label={title}>
      <DialogHeader title={title} isGrave={isGrave} />
      <ModalBody>
        {done === undefined && (
          <Content>
            <p className="path">{new Intl.ListFormat(language).format(listed)}</p>
            {about && <p>{about}</p>}
          </Content>
        )}
        {isRunning && (
          <Progress
            value={(100 * done) / rows.length}
            title={action}
            label={`${done.toLocaleString(language)} / ${rows.length.toLocaleString(language)}`}
            aria-live="polite"
          />
        )}
        {failures && (
          <Alert isInline isLiveRegion variant="danger" title={t('bulk.failed', { count: failures.length })}>
            <List>
              {failures.map((each) => (
                <FailedRow
                  key={`${each.item.owner}/${each.item[kind.key]}`}
                  kind={kind}
                  failure={each}
                  onFollow={close}
                />
              ))}
            </List>
          </Alert>
        )}
      </ModalBody>
      <ModalFooter>
        {!failures && (
          <Button variant={isGrave ? 'danger' : 'primary'} isLoading={isRunning} isDisabled={isRunning} onClick={begin}>
            {action}
          </Button>
        )}
        <Button variant="link" onClick={isRunning ? () => stopping.current.abort() : close}>
          {t(failures ? 'common:close' : isRunning ? 'bulk.stop' : 'common:cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function FailedRow({ kind, failure, onFollow }: { kind: Kind; failure: Failure<Row>; onFollow: () => void }) {
  const { t } = useTranslation('editor');
  const { item, error } = failure;
  const blockers = blockersIn(error);
  return (
    <ListItem>
      {calledBy(kind, item)}: {blockers ? t('delete.inUse') : error.message}
      {blockers && (
        <Blockers kind={kind} object={item} blockers={blockers} isHidden={hasHidden(error)} onFollow={onFollow} />
      )}
    </ListItem>
  );
}
