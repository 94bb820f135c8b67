import { uploadable } from '@doorwright/crds/values/uploadable.ts';
import { Button, Progress } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sendFile } from '../../http/send-file.ts';
import { useAccount } from '../../session/account.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { useTranslation } from '../../words/use-translation.ts';

/** Uploads one file into the folder of the signed-in user. */
export function UploadFile() {
  const { t } = useTranslation('editor');
  const account = useAccount();
  const notify = useNotify();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  const { owner = '', name: user = '' } = account ?? {};
  const upload = useMutation({
    mutationFn: (file: File) => {
      setShare(0);
      const fullFilePath = `resource/${owner}/${user}/${file.name}`;
      const query = { owner, user, tag: 'custom', parent: 'ResourceListPage', fullFilePath };
      return sendFile('upload-resource', file, { query, onSent: setShare, signal: stopping.current.signal });
    },
    onSuccess() {
      notify('success', t('resource.uploaded'));
      void queries.invalidateQueries({ queryKey: ['resource', 'list'] });
    },
    onError: (error) => notify('danger', t('resource.failedToUpload', { error: error.message })),
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={uploadable}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Without a reset, the browser ignores the same file when it is chosen again.
          target.value = '';
          if (file) upload.mutate(file);
        }}
      />
      <Button isAriaDisabled={upload.isPending} onClick={() => input.current?.click()}>
        {t('resource.upload')}
      </Button>
      {upload.isPending && (
        <Progress
          size="sm"
          isTitleTruncated
          value={Math.round(share * 100)}
          title={t('resource.uploading', { name: upload.variables.name })}
        />
      )}
    </>
  );
}
