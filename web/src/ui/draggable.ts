/** Drag an element with mouse, pen or finger: a copy follows the pointer, the original stays. */
export interface DragOptions {
  /** Whether a drag may begin. */
  isEnabled: () => boolean;
  onstart: () => void;
  onmove?: (x: number, y: number) => void;
  ondrop: (x: number, y: number) => void;
  oncancel: () => void;
}

/** Pixels that the pointer moves before a press becomes a drag. */
const SLOP = 8;

export function draggable(node: HTMLElement, options: DragOptions): { update: (next: DragOptions) => void; destroy: () => void } {
  let now = options;
  let drag: { id: number; x: number; y: number; ghost: HTMLElement | null } | null = null;

  function begin(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || !now.isEnabled()) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', escape, true);
  }

  function move(event: PointerEvent): void {
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(dx, dy) < SLOP) return;
      drag.ghost = ghostOf(node);
      now.onstart();
    }
    drag.ghost.style.transform = `translate(${dx}px, ${dy}px) scale(0.8) rotate(-3deg)`;
    now.onmove?.(event.clientX, event.clientY);
  }

  function drop(event: PointerEvent): void {
    if (!drag || event.pointerId !== drag.id) return;
    const wasDragged = drag.ghost !== null;
    end();
    if (!wasDragged) return;
    swallowClick();
    now.ondrop(event.clientX, event.clientY);
  }

  function cancel(): void {
    const wasDragged = drag?.ghost != null;
    end();
    if (wasDragged) now.oncancel();
  }

  function escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !drag?.ghost) return;
    event.stopPropagation();
    swallowClick();
    cancel();
  }

  function end(): void {
    drag?.ghost?.remove();
    drag = null;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', drop);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', escape, true);
  }

  node.addEventListener('pointerdown', begin);
  // Prevent the browser from dragging images and links itself, which would capture the pointer.
  node.addEventListener('dragstart', (event) => event.preventDefault());
  node.style.touchAction = 'none';
  return {
    update: (next) => (now = next),
    destroy: () => {
      node.removeEventListener('pointerdown', begin);
      end();
    },
  };
}

function ghostOf(node: HTMLElement): HTMLElement {
  const box = node.getBoundingClientRect();
  const ghost = node.cloneNode(true) as HTMLElement;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  ghost.classList.add('drag-ghost');
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    zIndex: '50',
    pointerEvents: 'none',
    opacity: '0.9',
  });
  ghost.style.setProperty('--card-width', `${box.width}px`);
  document.body.append(ghost);
  return ghost;
}

/** Suppress the click at the end of a drag. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}
