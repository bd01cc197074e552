"""The coach: review finished games, hint, analyse positions.

Decisions are judged only by what their player could know.
"""
