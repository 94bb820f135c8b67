import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { t } from '../../words.ts';
import { drawFramed, type Framing, moved, rotated, zoomed } from './framing.ts';

interface Props {
  picture: ImageBitmap;
  framing: Framing;
  onChange: (change: (framing: Framing) => Framing) => void;
}

interface Point {
  x: number;
  y: number;
}

const step = 0.05;
const zoomStep = 1.1;
const pixels = 288;

const distance = ([a, b]: readonly Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** The square with the picture. One finger or the mouse moves it, two fingers or the wheel zoom, and keys do both. */
export function Stage({ picture, framing, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, Point>());

  useEffect(() => {
    if (canvas.current) drawFramed(canvas.current, picture, framing);
  }, [picture, framing]);

  // React listens passively, so its listener could not keep the page from scrolling.
  useEffect(() => {
    const element = canvas.current;
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      onChange((now) => zoomed(picture, now, event.deltaY < 0 ? zoomStep : 1 / zoomStep));
    };
    element?.addEventListener('wheel', zoom, { passive: false });
    return () => element?.removeEventListener('wheel', zoom);
  }, [picture, onChange]);

  function press(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function move({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) {
    const before = fingers.current.get(pointerId);
    if (!before) return;
    const apart = distance([...fingers.current.values()]);
    fingers.current.set(pointerId, { x: clientX, y: clientY });
    const side = currentTarget.clientWidth;
    const by = fingers.current.size === 2 ? distance([...fingers.current.values()]) / (apart || 1) : 1;
    const [right, down] = [(clientX - before.x) / side, (clientY - before.y) / side];
    const share = fingers.current.size;
    onChange((now) => moved(picture, zoomed(picture, now, by), right / share, down / share));
  }

  const release = ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId);

  const changes: Readonly<Record<string, (now: Framing) => Framing>> = {
    ArrowLeft: (now) => moved(picture, now, -step, 0),
    ArrowRight: (now) => moved(picture, now, step, 0),
    ArrowUp: (now) => moved(picture, now, 0, -step),
    ArrowDown: (now) => moved(picture, now, 0, step),
    '+': (now) => zoomed(picture, now, zoomStep),
    '=': (now) => zoomed(picture, now, zoomStep),
    '-': (now) => zoomed(picture, now, 1 / zoomStep),
    r: (now) => rotated(picture, now, true),
    R: (now) => rotated(picture, now, false),
  };

  function type(event: KeyboardEvent) {
    const change = changes[event.key];
    if (!change || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChange(change);
  }

  return (
    <canvas
      ref={canvas}
      className="stage"
      width={pixels * 2}
      height={pixels * 2}
      role="img"
      tabIndex={0}
      aria-label={t('accountPictureStage')}
      aria-describedby="stage-help"
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={type}
    />
  );
}
