import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../dialog/Dialog.tsx';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { type Sentence, said, t } from '../../words.ts';
import type { SectionProps } from '../section.ts';
import { type Framing, mostZoom, rotated, settled, wholePicture } from './framing.ts';
import { framedFile, openPicture, uploadAvatar } from './picture-file.ts';
import { Stage } from './Stage.tsx';

/** Chooses, frames and stores a picture. */
export function AvatarDialog({ account, refresh, tell, onClose }: SectionProps & { onClose: () => void }) {
  const [picture, setPicture] = useState<ImageBitmap>();
  const [framing, setFraming] = useState<Framing>(wholePicture);
  const [failure, setFailure] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = useCallback((next: (now: Framing) => Framing) => setFraming(next), []);
  useEffect(() => () => picture?.close(), [picture]);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same file can be chosen again.
    target.value = '';
    if (!file) return;
    const opened = await openPicture(file);
    setFailure('word' in opened ? opened : '');
    if ('word' in opened) return;
    setFraming(settled(opened, wholePicture));
    setPicture(opened);
  }

  async function store() {
    if (isBusy) return;
    if (!picture) return setFailure({ word: 'accountPictureMissing' });
    setBusy(true);
    setFailure('');
    try {
      await uploadAvatar(account.user, await framedFile(picture, framing));
      await refresh();
      tell({ word: 'accountPictureChanged' });
      onClose();
    } catch (error) {
      setFailure(error as Error);
      setBusy(false);
    }
  }

  const turn = (toRight: boolean) => picture && setFraming(rotated(picture, framing, toRight));
  return (
    <Dialog
      title={t('accountChangePicture')}
      width={400}
      cancel={t('cancel')}
      submit={
        <Button type="submit" isBusy={isBusy}>
          {t('accountSavePicture')}
        </Button>
      }
      onClose={onClose}
      onSubmit={() => void store()}
    >
      <Alert>{said(failure)}</Alert>
      <input
        ref={input}
        className="unseen"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t('accountChoosePicture')}
        onChange={(event) => void choose(event)}
      />
      {picture && (
        <>
          <Stage picture={picture} framing={framing} onChange={change} />
          <p id="stage-help" className="help">
            {t('accountPictureHelp')}
          </p>
          <label className="zoom">
            <span>{t('accountZoom')}</span>
            <input
              type="range"
              min={1}
              max={mostZoom}
              step={0.05}
              value={framing.zoom}
              onInput={({ currentTarget }) =>
                setFraming(settled(picture, { ...framing, zoom: Number(currentTarget.value) }))
              }
            />
          </label>
          <div className="turns">
            <Button look="secondary" onClick={() => turn(false)}>
              {t('accountTurnLeft')}
            </Button>
            <Button look="secondary" onClick={() => turn(true)}>
              {t('accountTurnRight')}
            </Button>
          </div>
        </>
      )}
      <Button look={picture ? 'link' : 'secondary'} onClick={() => input.current?.click()}>
        {t(picture ? 'accountAnotherPicture' : 'accountChoosePicture')}
      </Button>
    </Dialog>
  );
}
