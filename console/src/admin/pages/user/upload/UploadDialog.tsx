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

interface Sent {
  chosen: File;
  /** Nothing is written. */
  isPreview: boolean;
}

/** Uploads a workbook of users: file choice, a preview of what would happen to each row, and after a confirmation the result. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation('users');
  const notify = useNotify();
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState(0);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  const upload = useMutation({
    mutationFn: async ({ chosen, isPreview }: Sent) => {
      setShare(0);
      const query = isPreview ? { dryRun: 'true' } : {};
      const sent = { query, onSent: setShare, signal: stopping.current.signal };
      return sendFile<Report>('upload-users', chosen, sent);
    },
    onSuccess({ created, failed }, { isPreview }) {
      if (created === 0 && failed > 0)
        return notify('danger', t('uploadFailed', { error: t('refused', { count: failed }) }));
      if (isPreview) return;
      notify('success', t('uploadDone'));
      void queries.invalidateQueries({ queryKey: ['user', 'list'] });
    },
    onError: (error) => notify('danger', t('uploadFailed', { error: error.message })),
  });
  const report = upload.data;
  // The next step, if the server would add somebody.
  const isPreview = report !== undefined && upload.variables?.isPreview === true && report.created > 0;
  const title = t('uploadTitle');
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-label={title}>
      <DialogHeader title={title} about={t('uploadAbout', { limit: mostRows.toLocaleString(language) })} />
      <ModalBody tabIndex={0}>
        {upload.error && (
          <Alert isInline isLiveRegion variant="danger" title={t('uploadFailed', { error: upload.error.message })} />
        )}
        {report ? (
          <UploadReport report={report} isPreview={isPreview} />
        ) : upload.isPending ? (
          <UploadProgress name={file?.name ?? ''} share={share} isPreview={upload.variables.isPreview} />
        ) : (
          <FileChoice file={file} onChoose={setFile} />
        )}
      </ModalBody>
      <ModalFooter>
        {isPreview && file && (
          <Button onClick={() => upload.mutate({ chosen: file, isPreview: false })}>
            {t('preview.confirm', { count: report.created })}
          </Button>
        )}
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
          <Button
            isDisabled={!file || upload.isPending}
            onClick={() => file && upload.mutate({ chosen: file, isPreview: true })}
          >
            {t('common:upload')}
          </Button>
        )}
        <Button variant="link" onClick={onClose}>
          {t(report && !isPreview ? 'common:close' : 'common:cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
