import type { Row } from '@doorwright/crds';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { call } from '../../../http/call.ts';
import { sendFile } from '../../../http/send-file.ts';
import { useAccount } from '../../../session/account.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

/** As long as the terms that a page shows. */
const largestMb = 1;

const isHtml = ({ name }: File) => /\.html?$/i.test(name);

interface Shortened {
  file: File;
  removed: readonly string[];
}

const removedFrom = async (file: File) =>
  (await call<{ removed: string[] }>('preview-html', { body: { html: await file.text() } })).data.removed;

/**
 * Stores a file as the terms of the application. A file that the page shows in part waits until the user agrees. The server writes its
 * address into the application at once.
 */
export function useTermsUpload() {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const account = useAccount();
  const form = useFormContext<Row>();
  const [shortened, setShortened] = useState<Shortened>();
  const { name, organization, version } = form.formState.defaultValues ?? {};

  /** The form goes on with the new version, and keeps what was typed. A change of somebody else stays a conflict of the next save. */
  async function takeTerms(): Promise<void> {
    const query = { id: `admin/${name}`, masked: 'true' };
    const { termsOfUse, version: stored } = (await call<Row>('get-application', { query })).data;
    const before = form.formState.defaultValues as Row;
    const typed = Object.entries(form.getValues()).filter(
      ([field, value]) => field !== 'termsOfUse' && JSON.stringify(value) !== JSON.stringify(before[field]),
    );
    const isOurs = stored === Number(version) + 1;
    form.reset({ ...before, termsOfUse, ...(isOurs && { version: stored }) });
    for (const [field, value] of typed) form.setValue(field, value, { shouldDirty: true });
  }

  const notifyFailed = (error: Error) => notify('danger', t('resource.failedToUpload', { error: error.message }));

  const upload = useMutation({
    mutationFn: async (file: File) => {
      await sendFile('upload-resource', file, {
        query: {
          ...{ owner: String(organization), user: account?.name ?? '', application: String(name) },
          ...{ tag: 'termsOfUse', parent: 'ApplicationEditPage', fullFilePath: `termsOfUse/admin/${name}.html` },
        },
        onSent: () => {},
        signal: new AbortController().signal,
      });
      await takeTerms();
    },
    onSuccess: () => notify('success', t('resource.uploaded')),
    onError: notifyFailed,
  });

  const check = useMutation({
    mutationFn: removedFrom,
    onSuccess: (removed, file) => (removed.length > 0 ? setShortened({ file, removed }) : upload.mutate(file)),
    onError: notifyFailed,
  });

  function take([file, ...others]: readonly File[]): void {
    if (!file || others.length > 0 || !isHtml(file)) notify('danger', t('selectHtml'));
    else if (file.size > largestMb * 2 ** 20) {
      notify('danger', t('resource.failedToUpload', { error: t('fileTooLarge', { limit: `${largestMb} MB` }) }));
    } else check.mutate(file);
  }

  const close = () => setShortened(undefined);
  const question = shortened && {
    removed: shortened.removed,
    onAgree: () => {
      close();
      upload.mutate(shortened.file);
    },
    onClose: close,
  };
  return { take, isBusy: check.isPending || upload.isPending, shortened: question };
}
