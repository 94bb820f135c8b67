import { useEffect, useState } from 'react';
import { t } from '../words.ts';

const secondsUntil = (moment: string) => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000));

const digits = (count: number) => String(count).padStart(2, '0');

/** The time in which an order can still be paid. */
export function TimeLeft({ until }: { until: string }) {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const ticking = setInterval(() => setLeft(secondsUntil(until)), 1000);
    return () => clearInterval(ticking);
  }, [until]);
  const time = `${digits(Math.floor(left / 60))}:${digits(left % 60)}`;
  return <p className="order-lead">{left > 0 ? t('orderTimeLeft', { time }) : t('orderTimeOver')}</p>;
}
