"""Addresses of what a class does together: lessons, their board and lobby, and the drills that are set."""

from django.urls import path

from classrooms.views import assignments, board, class_match, lesson_table, lessons, lobby

urlpatterns = [
    path("classes/<slug:slug>/lessons/", lessons.lessons, name="lessons"),
    path("classes/<slug:slug>/lessons/start/", lessons.start_lesson, name="start_lesson"),
    path("classes/<slug:slug>/lessons/board/", class_match.start_class_match, name="start_class_match"),
    path("classes/<slug:slug>/drills/", assignments.assignments, name="assignments"),
    path("assignments/begin/", assignments.begin_assignment, name="begin_assignment"),
    path("assignments/<slug:slug>/", assignments.assignment, name="assignment"),
    path("assignments/<slug:slug>/close/", assignments.close, name="close_assignment"),
    path("lesson/", lobby.lobby, name="lobby"),
    path("lesson/again/", lobby.play_again, name="play_again"),
    path("board/<slug:slug>/", board.board, name="board"),
    path("board/<slug:slug>/play/", class_match.lay_for_class, name="lay_for_class"),
    path("board/<slug:slug>/say/", class_match.say_for_class, name="say_for_class"),
    path("board/<slug:slug>/stuck/", class_match.stuck_for_class, name="stuck_for_class"),
    path("board/<slug:slug>/agree/", class_match.agree_for_class, name="agree_for_class"),
    path("board/<slug:slug>/go-on/", class_match.go_on_for_class, name="go_on_for_class"),
    path("board/<slug:slug>/again/", class_match.play_class_match_again, name="play_class_match_again"),
    path("board/<slug:slug>/end/", class_match.end_class_match, name="end_class_match"),
    path("lessons/<slug:slug>/", lessons.lesson, name="lesson"),
    path("lessons/<slug:slug>/match/<int:number>/", lessons.lesson_match, name="lesson_match"),
    path("lessons/<slug:slug>/table/<int:number>/", lesson_table.lesson_table, name="lesson_table"),
    path("lessons/<slug:slug>/seat-all/", lessons.seat_all, name="seat_all"),
    path("lessons/<slug:slug>/clear/", lessons.clear_seats, name="clear_seats"),
    path("lessons/<slug:slug>/seat/", lessons.seat_one, name="seat_one"),
    path("lessons/<slug:slug>/share/", lessons.share_device, name="share_device"),
    path("lessons/<slug:slug>/deal/", lessons.start_tables, name="start_tables"),
    path("lessons/<slug:slug>/rules/", lessons.deal_with, name="deal_with"),
    path("lessons/<slug:slug>/drill/", lessons.start_class_drill, name="start_class_drill"),
    path("lessons/<slug:slug>/drill/end/", lessons.end_class_drill, name="end_class_drill"),
    path("lessons/<slug:slug>/pause/", lessons.pause_lesson, name="pause_lesson"),
    path("lessons/<slug:slug>/resume/", lessons.resume_lesson, name="resume_lesson"),
    path("lessons/<slug:slug>/close/", lessons.close_lesson, name="close_lesson"),
    path("lessons/<slug:slug>/end/", lessons.end_lesson, name="end_lesson"),
    path("lessons/<slug:slug>/send-out/", lessons.send_out, name="send_out"),
    path("lessons/<slug:slug>/let-back/", lessons.let_back, name="let_back"),
    path("lessons/<slug:slug>/hold/", lessons.hold_seat, name="hold_seat"),
    path("lessons/<slug:slug>/give-back/", lessons.give_seat_back, name="give_seat_back"),
]
