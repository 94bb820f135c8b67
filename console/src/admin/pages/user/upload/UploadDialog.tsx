import { Button, Modal, ModalBody, ModalFooter } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sendFile } from '../../../http/send-file.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { DialogHeader } from '../../../ui/DialogHeader.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { FileChoice } from './FileChoice.tsx';
import type { Report } from './report.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { UploadReport } from './UploadReport.tsx';

/** The largest number of rows that the server accepts. */
const mostRows = 10_000;

/** Uploads a workbook of users: file choice, progress, and a report for its rows. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation('users');
  const notify = useNotify();
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState(0);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  const upload = useMutation({
    mutationFn: (chosen: File) => {
      setShare(0);
      return sendFile<Report>('upload-users', chosen, { onSent: setShare, signal: stopping.current.signal });
    },
    onSuccess({ created, failed }) {
      if (created === 0 && failed > 0)
        return notify('danger', t('uploadFailed', { error: t('refused', { count: failed }) }));
      notify('success', t('uploadDone'));
      void queries.invalidateQueries({ queryKey: ['user', 'list'] });
    },
    onError: (error) => notify('danger', t('uploadFailed', { error: error.message })),
  });
  const report = upload.data;
  const title = t('uploadTitle');
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-label={title}>
      <DialogHeader title={title} about={t('uploadAbout', { limit: mostRows.toLocaleString(language) })} />
      <ModalBody tabIndex={0}>
        {upload.error && (
          <Alert isInline isLiveRegion variant="danger" title={t('uploadFailed', { error: upload.error.message })} />
        )}
        {report ? (
          <UploadReport report={report} />
        ) : upload.isPending ? (
          <UploadProgress name={file?.name ?? ''} share={share} />
        ) : (
          <FileChoice file={file} onChoose={setFile} />
        )}
      </ModalBody>
      <ModalFooter>
        {report ? (
          <Button
            variant="secondary"
            onClick={() => {
              setFile(undefined);
              upload.reset();
            }}
          >
            {t('uploadMore')}
          </Button>
        ) : (
          <Button isDisabled={!file || upload.isPending} onClick={() => file && upload.mutate(file)}>
            {t('common:upload')}
          </Button>
        )}
        <Button variant="link" onClick={onClose}>
          {t(report ? 'common:close' : 'common:cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
