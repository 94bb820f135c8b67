import { useState } from 'react';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { useOnce } from '../frame/use-once.ts';
import { t } from '../words.ts';
import { inWeChat, payInWeChat } from './wechat-bridge.ts';

interface Props {
  /** The parameters of the request, as JSON of the server. */
  script: string;
  /** The buyer is back from the app's own dialog. Only the server knows what happened there. */
  onEnd: () => void;
}

/** Pays in the browser of WeChat: its dialog opens at once, and again with the button. */
export function WeChatPay({ script, onEnd }: Props) {
  const [isBusy, setBusy] = useState(false);
  async function pay() {
    setBusy(true);
    await payInWeChat(script);
    setBusy(false);
    onEnd();
  }
  useOnce(() => {
    if (inWeChat()) void pay();
  });
  if (!inWeChat()) return <Alert look="info">{t('orderOpenInWeChat')}</Alert>;
  return (
    <Button isBusy={isBusy} onClick={() => void pay()}>
      {t('orderPayInWeChat')}
    </Button>
  );
}
