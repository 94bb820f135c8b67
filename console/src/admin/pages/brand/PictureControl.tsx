import { Button } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ControlProps } from '../../fields/control.ts';
import { ImageControl } from '../../fields/ImageControl.tsx';
import { sendFile } from '../../http/send-file.ts';
import { useAccount } from '../../session/account.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { useTranslation } from '../../words/use-translation.ts';

const accepted = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** The end of a file's name, as far as it is one. */
const endOf = (name: string) => name.match(/\.[a-z0-9]{1,5}$/i)?.[0].toLowerCase() ?? '';

/** The address of a picture, typed or made by uploading one. Each upload has an address of its own, so no cache shows an older picture. */
export function PictureControl(props: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const { id, kind, object, label, isDisabled, onChange } = props;
  const notify = useNotify();
  const account = useAccount();
  const input = useRef<HTMLInputElement>(null);
  const owner = String(kind.name === 'application' ? object.organization : object.name);
  const isStored = Number(object.version) > 0;
  const upload = useMutation({
    mutationFn: (file: File) => {
      const path = `brand/${owner}/${id}-${crypto.randomUUID().slice(0, 8)}${endOf(file.name)}`;
      const query = { owner, user: account?.name ?? '', tag: 'brand', parent: 'Branding', fullFilePath: path };
      return sendFile<string>('upload-resource', file, {
        query,
        onSent: () => {},
        signal: new AbortController().signal,
      });
    },
    onSuccess: (address) => onChange(address),
    onError: (error) => notify('danger', t('resource.failedToUpload', { error: error.message })),
  });
  return (
    <>
      <ImageControl {...props} />
      {isStored && (
        <>
          <input
            ref={input}
            type="file"
            accept={accepted}
            hidden
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              // Without a reset, the browser ignores the same file when it is chosen again.
              target.value = '';
              if (file) upload.mutate(file);
            }}
          />
          <Button
            variant="secondary"
            size="sm"
            className="below"
            isDisabled={isDisabled}
            isLoading={upload.isPending}
            aria-label={`${t('clickToUpload')}: ${label}`}
            onClick={() => input.current?.click()}
          >
            {t('clickToUpload')}
          </Button>
        </>
      )}
    </>
  );
}
