import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError, isOffline } from '../src/net/api';
import { ReviewJob } from '../src/screens/replay/reviewJob.svelte';

const RUNNING = { status: 'running', progress: 0.4, report: null } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a review whose server stops and comes back', () => {
  it('says so, keeps its progress and goes on', async () => {
    vi.spyOn(api, 'startReview').mockResolvedValue(RUNNING);
    const poll = vi.spyOn(api, 'review').mockRejectedValue(new ApiError('offline'));
    const job = new ReviewJob('g');
    await job.start('en');
    expect([job.isOffline, job.state.progress]).toEqual([false, 0.4]);
    await vi.runOnlyPendingTimersAsync();
    expect([job.isOffline, job.state.progress]).toEqual([true, 0.4]);
    poll.mockResolvedValue({ status: 'none', progress: 0, report: null });
    await vi.runOnlyPendingTimersAsync();
    expect(job.isOffline).toBe(false);
    await vi.runOnlyPendingTimersAsync();
    expect(job.state).toEqual(RUNNING);
    expect(api.startReview).toHaveBeenCalledTimes(2);
    job.stop();
  });

  it('is not the same as one that the server refuses', async () => {
    vi.spyOn(api, 'startReview').mockRejectedValue(new ApiError('conflict'));
    const job = new ReviewJob('g');
    await job.start('en');
    expect([job.isOffline, job.state.status]).toEqual([false, 'failed']);
    expect([isOffline(new ApiError('conflict')), isOffline(new Error())]).toEqual([false, false]);
  });
});
