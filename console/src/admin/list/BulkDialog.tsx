import type { Kind, Row } from '@doorwright/crds';
import { Button, Content, Modal, ModalBody, ModalFooter, Progress } from '@patternfly/react-core';
import { useEffect, useRef, useState } from 'react';
import { calledBy } from '../kinds.ts';
import { DialogHeader } from '../ui/DialogHeader.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { FailedRows } from './FailedRows.tsx';
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

/** Asks, shows the progress of an action on several rows, and names those that failed. What was done stays done if the window closes. */
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
    if (found.length === 0 && finished.current.size === rows.length) close();
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
          <FailedRows
            kind={kind}
            failures={failures}
            done={finished.current.size}
            left={rows.length - finished.current.size - failures.length}
            onFollow={close}
          />
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
